// Who looked at a holding a second time, for the statistics of an internal control and for whoever shows them.
export const secondLooks = {
  INTERNAL: 'Another inspector',
  EXTERNAL: 'Inspection by the certification body',
  AUDIT: 'Audit by the certification body',
} as const
