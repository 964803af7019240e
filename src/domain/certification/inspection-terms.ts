// Words that checklists, inspections and what is counted of them share (domain dictionary 5.4, BR-34).

/** Internal: by the operator's own control. External: by its certification body. */
export const inspectionKinds = { INTERNAL: 'Internal control', EXTERNAL: 'Certification body' } as const
export type InspectionKind = keyof typeof inspectionKinds

/** What a checklist is for: an inspection of a farmer of one kind, or an audit of a company. */
export const checklistKinds = { ...inspectionKinds, COMPANY: 'Audit of a company' } as const

/** Why somebody was chosen for an inspection. */
export const inspectionReasons = {
  ALL: 'Everybody of the round',
  HIGH_RISK: 'High risk',
  RANDOM: 'Drawn by lot',
  LARGE_FARM: 'Large farm',
  REPEAT: 'Seen again, to compare',
  BY_HAND: 'Chosen by hand',
} as const
export type InspectionReason = keyof typeof inspectionReasons
