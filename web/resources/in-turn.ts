// Does something for each of a list, so many at a time, in their order.

/** Resolves when all are done; `work` must not reject. */
export async function inTurn<Item>(items: readonly Item[], atOnce: number, work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      next += 1
      await work(items[next - 1]!)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
