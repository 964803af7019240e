// Between the form of a programme's settings and what is sent: widths are text while they are typed, and only what was
// changed is sent, so that two administrators with different work do not undo each other's.

import { unsizedUnit } from '#domain/kernel/area-unit.ts'
import { type FieldProblem, Problem } from '#domain/kernel/problems.ts'
import { parse } from '#domain/kernel/schemas.ts'
import { type OrganisationSettings, organisationFields, unnamedConnections } from '#domain/tenancy/organisation.ts'
import { settingsPatch, type TenantSettings, unreadable } from '#domain/tenancy/settings.ts'
import { type FormValues, fromFormValues, toFormValues } from '#web/fields/form-values.ts'

const names = Object.keys(settingsPatch.shape) as (keyof TenantSettings)[]

export const formValuesOf = (settings: TenantSettings): FormValues => ({
  ...Object.fromEntries(names.map((name) => [name, settings[name]])),
  ...toFormValues(organisationFields, settings),
  logoWidth: String(settings.logoWidth),
  headerLogoWidth: String(settings.headerLogoWidth),
  invitationDays: String(settings.invitationDays),
  deviceDays: String(settings.deviceDays),
  bighaHa: settings.bighaHa === null ? '' : String(settings.bighaHa),
})

/** What a draft would make of the programme; a width that is no number is NaN, which is refused. */
export const settingsOf = (formValue: FormValues): TenantSettings => {
  const settings = formValue as TenantSettings
  const wholeNumber = (text: unknown): number => (String(text).trim() === '' ? Number.NaN : Number(text))
  const organisation = fromFormValues(organisationFields, formValue)
  return {
    ...settings,
    // What is left empty is not set.
    ...(Object.fromEntries(Object.keys(organisationFields).map((name) => [name, organisation[name] ?? null])) as OrganisationSettings),
    logoWidth: wholeNumber(formValue.logoWidth),
    headerLogoWidth: wholeNumber(formValue.headerLogoWidth),
    invitationDays: wholeNumber(formValue.invitationDays),
    deviceDays: wholeNumber(formValue.deviceDays),
    bighaHa: String(formValue.bighaHa ?? '').trim() === '' ? null : Number(formValue.bighaHa),
    carousel: settings.carousel.map(({ mission, missionDesc, image }) => ({
      mission: mission ?? '',
      missionDesc: missionDesc ?? '',
      ...(image ? { image } : {}),
    })),
  }
}

export function changesOf(stored: TenantSettings, after: TenantSettings): Partial<TenantSettings> {
  // As the form would send what it was opened with: what it writes in its own way (a contact without a telephone) is no change.
  const before = settingsOf(formValuesOf(stored))
  return Object.fromEntries(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map((name) => [name, after[name]]))
}

/** What of `changes` the server would refuse, by its own rules. */
export function problemsOf(changes: Partial<TenantSettings>, after: TenantSettings): FieldProblem[] {
  try {
    parse(settingsPatch, changes)
  } catch (error) {
    if (error instanceof Problem) return error.details.fields ?? []
    throw error
  }
  const unnamed = [...unnamedConnections(after), ...unsizedUnit(after)]
  if (unnamed.length > 0 || !('primary' in changes || 'secondary' in changes)) return unnamed
  // The sentence with its figure stands at the field while somebody is still choosing.
  return unreadable(after).map(({ of }) => ({ path: of, code: 'contrast', message: 'These colours cannot be read.' }))
}
