// What a page does that is about to go.
import { call } from './engine.ts'

/**
 * Has the record written down that is to come back with a reload: between the leave and the arrival of the next page the engine still lives. When the page
 * is hidden would be too late.
 */
export function keepOnLeave(): void {
  addEventListener('beforeunload', () => void call('keepNow', []).catch(() => undefined))
}
