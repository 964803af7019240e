// What somebody last said the personal data of a file are for (BR-35), remembered on this device.
import { type ChosenPurpose, exportPurposes } from '#domain/people/export-purposes.ts'
import { recall, remember } from '#web/ui/device-memory.ts'

const key = 'purpose of files'
export const lastPurpose = (): ChosenPurpose | null => {
  const stored = recall<Partial<ChosenPurpose> | null>(key, null)
  if (typeof stored?.purpose !== 'string' || !Object.hasOwn(exportPurposes, stored.purpose)) return null
  return { purpose: stored.purpose, ...(typeof stored.purposeNote === 'string' ? { purposeNote: stored.purposeNote } : {}) }
}
export const rememberPurpose = (chosen: ChosenPurpose): void => remember(key, chosen)
