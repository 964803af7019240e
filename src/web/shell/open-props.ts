// Active state of a menu link. Decided by the menu: the router's prefix match would highlight several.

export const openProps = (isOpen: boolean) => ({
  activeOptions: { exact: true },
  activeProps: {},
  ...(isOpen ? { className: 'active', 'aria-current': 'page' as const } : {}),
})
