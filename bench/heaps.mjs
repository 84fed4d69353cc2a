// What the page and its workers take, asked of the browser itself.

/** Seconds of a processor that the processes of all pages took so far. */
export async function processorTime(/** @type {import('playwright').Browser} */ browser) {
  const cdp = await browser.newBrowserCDPSession()
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** JavaScript heaps with the buffers that belong to them, after garbage was collected, in MB. */
export async function heaps(/** @type {import('playwright').Browser} */ browser) {
  const cdp = await browser.newBrowserCDPSession()
  const { targetInfos } = await cdp.send('Target.getTargets')
  let bytes = 0
  for (const { targetId } of targetInfos.filter(({ type, url }) => (type === 'page' || type === 'worker') && url.includes('127.0.0.1'))) {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false })
    const ask = (id, method) =>
      new Promise((resolve) => {
        const hear = (event) => {
          if (event.sessionId !== sessionId) return
          const message = JSON.parse(event.message)
          if (message.id !== id) return
          cdp.off('Target.receivedMessageFromTarget', hear)
          resolve(message.result ?? {})
        }
        cdp.on('Target.receivedMessageFromTarget', hear)
        void cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
      })
    await ask(1, 'HeapProfiler.collectGarbage')
    const { usedSize = 0, backingStorageSize = 0 } = await ask(2, 'Runtime.getHeapUsage')
    bytes += usedSize + backingStorageSize
    await cdp.send('Target.detachFromTarget', { sessionId })
  }
  await cdp.detach()
  return bytes / 1024 / 1024
}
