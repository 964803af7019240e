// What makes a link of the menu the open one: told by the menu, because the router compares addresses and would light up others too.

export const openProps = (isOpen: boolean) => ({
  activeOptions: { exact: true },
  activeProps: {},
  ...(isOpen ? { className: 'active', 'aria-current': 'page' as const } : {}),
})
