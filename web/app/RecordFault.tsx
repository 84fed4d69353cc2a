// Why a file could not be opened as a record, or is not open any more; and how far one is that takes its time.
import { dismissRecordFault, pickRecords, useRecordFault, type Refusals } from '../session/records.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { reveal } from '../ui/format.ts'

export function RecordFault() {
  const { fault, opening } = useRecordFault()
  if (opening !== undefined)
    return (
      <Dialog
        title={`Opening “${reveal(opening.file)}”`}
        open
        onClose={opening.cancel}
        actions={
          <Button data-focus onClick={opening.cancel}>
            Cancel
          </Button>
        }
      >
        <p>
          {opening.part.doing === 'parse' ? (
            <>
              <progress aria-label="Reading the file" /> Reading the file… It is one document, which is read in one go: cancelled now, it
              ends after that.
            </>
          ) : (
            <>
              <progress aria-label="Read so far" value={opening.part.share} /> {Math.floor(opening.part.share * 100)} %{' '}
              {opening.part.doing === 'read' ? 'read' : 'of its messages taken over'}
            </>
          )}
        </p>
      </Dialog>
    )
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
  return <Refusal {...fault} />
}

/** Each file by its name: of those that came together one may be good. */
export function Refusal({ refused, opened }: Refusals) {
  const [first] = refused
  return (
    <Dialog
      title={
        first !== undefined && refused.length === 1 ? `“${reveal(first.file)}” was not opened` : `${refused.length} files were not opened`
      }
      open
      onClose={dismissRecordFault}
      actions={
        <Button look="primary" data-focus onClick={dismissRecordFault}>
          OK
        </Button>
      }
    >
      <div role="alert">
        {refused.map(({ file, message }, at) => (
          // Their order stays, and two may be called alike.
          <p key={at}>
            {refused.length > 1 && `“${reveal(file)}”: `}
            {reveal(message)}.
          </p>
        ))}
      </div>
      <p>
        What was exported from the Traffic panel opens, as Record, Page or HAR, and so does a HAR file of a browser.{' '}
        {opened.length === 0 ? 'Nothing here has changed.' : `Opened: ${opened.map((file) => `“${reveal(file)}”`).join(', ')}.`}
      </p>
    </Dialog>
  )
}
