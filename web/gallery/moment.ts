// The moment at which the gallery stands still: its pictures are taken with the clock there.
export const MOMENT = Date.UTC(2026, 0, 2, 3, 4, 5)
