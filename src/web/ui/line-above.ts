// A line above an item of a menu. The library's divider draws it too, and would be carried by every first visit to a list.
export const lineAbove = {
  position: 'relative',
  mt: 2,
  '&::before': { content: '""', position: 'absolute', insetInline: 0, top: -8, borderTop: '1px solid', borderColor: 'divider' },
} as const
