// Speaking to a worker that may not listen yet: WebKit delivers before a worker's module has run, and what nobody listens for
// is lost. So nothing is said before the worker has said its first word.

/** As much of a Worker or a MessagePort as is needed here. */
export interface PortLike<Out, In, Transfer> {
  postMessage(message: Out, transfer?: Transfer[]): void
  onmessage: ((event: { data: In } & never) => void) | null
}

export interface PatientPort<Out, Event, Transfer> {
  postMessage(message: Out, transfer?: Transfer[]): void
  /** Hears everything, the first word too. */
  onmessage: ((event: Event) => void) | null
}

/** Takes the port over: what is said to the one that is returned waits for the first word from the other side. */
export function patientPort<Out, In, Transfer, Event extends { data: In }>(
  port: PortLike<Out, In, Transfer>,
): PatientPort<Out, Event, Transfer> {
  let early: [Out, Transfer[]][] | undefined = []
  const patient: PatientPort<Out, Event, Transfer> = {
    onmessage: null,
    postMessage(message, transfer = []) {
      if (early === undefined) port.postMessage(message, transfer)
      else early.push([message, transfer])
    },
  }
  port.onmessage = (event: Event) => {
    const held = early ?? []
    early = undefined
    for (const [message, transfer] of held) port.postMessage(message, transfer)
    patient.onmessage?.(event)
  }
  return patient
}
