// The title of the tab: the page first, because that is what is read of a narrow tab, then whose it is.
import { useEffect } from 'react'
import { useTenant } from './use-tenant.ts'

/** Every page calls this with its heading, so that tabs and the history can be distinguished. */
export function usePageTitle(title: string): void {
  const { name } = useTenant().config
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}

/** The same for what is a page only sometimes. */
export function PageTitle({ title }: { title: string }): null {
  usePageTitle(title)
  return null
}
