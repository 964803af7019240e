// From the list of what is wrong in a form to the control of a field, whatever kind of control that is.
import { inputId } from '#web/fields/input-id.ts'

/** What a person can go to with the keyboard: the input in which a list keeps its value is no such thing. */
const controls = 'input, textarea, button, [role="combobox"], [tabindex]'
const isVisible = (control: Element): boolean => !control.matches('[aria-hidden="true"], [tabindex="-1"], :disabled, [type="hidden"]')

export function focusField(path: string): void {
  const id = inputId(path)
  const own = document.getElementById(id)
  const inside = document.querySelectorAll<HTMLElement>(controls.replace(/(^|, )/g, `$1[data-field="${id}"] `))
  const control = own && isVisible(own) ? own : ([...inside].find(isVisible) ?? own)
  control?.scrollIntoView({ block: 'center' })
  control?.focus()
}
