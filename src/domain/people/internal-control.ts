// What a group's internal control system must have before the group is active (domain dictionary 5.4; NPOP chapter 5): a manager, an inspector, and its four
// documents. Of a group that is registered under a scheme; an operator without registrations has none.
import type { EventNeed, Row } from '../kernel/entity.ts'
import { attachments } from '../kernel/kinds.ts'

export const icsDocuments = {
  icsManual: attachments({ label: 'Manual of the internal control system', max: 5 }),
  internalStandard: attachments({ label: 'Internal standard', max: 5 }),
  sanctionCatalogue: attachments({ label: 'Catalogue of sanctions', max: 5 }),
  orgChart: attachments({ label: 'Organisation chart', max: 5 }),
}

type Group = Row & { schemes?: unknown; icsStaff?: unknown }
const hasRows = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0
const hasDuty = ({ icsStaff }: Group, duty: string): boolean => hasRows(icsStaff) && icsStaff.some((one) => (one as { role?: unknown }).role === duty)

/** `field`: where it is entered. */
export type ControlNeed = EventNeed & { field: string }
const need = (field: string, why: string, isThere: (group: Group) => boolean): ControlNeed => ({
  field,
  why,
  on: ['schemes', field],
  fails: (group: Group) => hasRows(group.schemes) && !isThere(group),
})
const document = (field: keyof typeof icsDocuments, why: string): ControlNeed => need(field, why, (group) => hasRows((group as Record<string, unknown>)[field]))

/** In the order in which they are said. */
export const controlNeeds: readonly ControlNeed[] = [
  need('icsStaff', 'Internal control has no manager: name one.', (group) => hasDuty(group, 'ICS_MANAGER')),
  need('icsStaff', 'Internal control has no inspector: name one.', (group) => hasDuty(group, 'INSPECTOR')),
  document('icsManual', 'The manual of the internal control system is missing.'),
  document('internalStandard', 'The internal standard is missing.'),
  document('sanctionCatalogue', 'The catalogue of sanctions is missing.'),
  document('orgChart', 'The organisation chart is missing.'),
]

/** Those that a group does not meet. */
export const unmetNeeds = (group: Row, who: Parameters<EventNeed['fails']>[1]): ControlNeed[] => controlNeeds.filter(({ fails }) => fails(group, who))
