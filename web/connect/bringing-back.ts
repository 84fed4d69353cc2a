/** `share` of a record that was kept over a reload is there again, from 0 to 1. */
export const bringingBack = (share: number): string => `Its record comes back: ${Math.floor(share * 100)} %.`
