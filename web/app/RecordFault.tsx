// Why a file could not be opened as a record.
import { dismissRecordFault, useRecordFault } from '../session/records.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { reveal } from '../ui/format.ts'

export function RecordFault() {
  const fault = useRecordFault((store) => store.fault)
  if (fault === undefined) return null
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
