// Why a file could not be opened as a record, or is not open any more.
import { dismissRecordFault, pickRecords, useRecordFault } from '../session/records.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { reveal } from '../ui/format.ts'

export function RecordFault() {
  const fault = useRecordFault((store) => store.fault)
  if (fault === undefined) return null
  if (fault.gone) {
    const again = () => {
      dismissRecordFault()
      pickRecords()
    }
    return (
      <Dialog
        title={`“${reveal(fault.file)}” was open here`}
        open
        onClose={dismissRecordFault}
        actions={
          <>
            <Button onClick={dismissRecordFault}>Close</Button>
            <Button look="primary" data-focus onClick={again}>
              Open record…
            </Button>
          </>
        }
      >
        <p>
          The page was loaded again. A record that comes from a file is never copied into the browser, and a page cannot read a file again
          by itself: choose it once more.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={`“${reveal(fault.file)}” was not opened`}
      open
      onClose={dismissRecordFault}
      actions={
        <Button look="primary" data-focus onClick={dismissRecordFault}>
          OK
        </Button>
      }
    >
      <p role="alert">{reveal(fault.message)}.</p>
      <p>A record is a file of JSON Lines that was exported from the Traffic panel. Nothing in this page has changed.</p>
    </Dialog>
  )
}
