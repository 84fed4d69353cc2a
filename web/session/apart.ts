// Whether this page is a shared record in a file of its own, and not Loupe: there is nothing to send with, and nowhere else to
// go. The build of such a page says so (shared-viewer.ts).
export const APART: boolean = import.meta.env.LOUPE_APART === true
