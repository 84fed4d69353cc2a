// Stands in until the dialogs are drawn.
export function AskDialogs() {
  return null
}
