// Goes to another address of the product, leaving this one out of the way back.
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PageLoader } from './page-loader.tsx'

/** Once per address: the router's own Navigate asks again at each drawing until it has happened, for ever where drawing waits for it. */
export function Replace({ href }: { href: string }) {
  const { history } = useRouter()
  useEffect(() => history.replace(href), [history, href])
  return <PageLoader />
}
