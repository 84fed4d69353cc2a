// The numbers of rows in a view over several records. A ticket says which record, by its place in a list, and the seq there; that
// of the first record is the seq itself, so that what shows one record knows no tickets.

/** More than any seq. */
const SPAN = 2 ** 32

export function ticketOf(place: number, seq: number): number {
  return place * SPAN + seq
}

export function placeOf(ticket: number): number {
  return Math.floor(ticket / SPAN)
}

/** A seq alone stays what it is. */
export function seqOf(ticket: number): number {
  return ticket % SPAN
}
