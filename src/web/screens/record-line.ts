// A line of the lists on the pages of schemes, their rules, certification bodies and lists of farmers: wraps where a name is long or the screen narrow.
export const line = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 0.5,
  px: 2,
  py: 1,
  minHeight: 52,
  borderBottom: '1px solid',
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
} as const
