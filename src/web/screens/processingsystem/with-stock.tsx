// A facility and what lies there, loaded before a form about them is drawn: its first values follow from the stock.
import type { ReactNode } from 'react'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOne } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { FormSkeleton } from '#web/ui/skeletons.tsx'
import type { OwnedLot } from './line.ts'
import { useStock } from './queries.ts'

export type StockedLine = { system: RecordAnswer; owned: readonly OwnedLot[]; products: readonly RecordAnswer[] }

export function WithStock({ id, children }: { id: string; children: (line: StockedLine) => ReactNode }) {
  const { t } = useTranslation()
  const { data: system, error, refetch } = useOne('processingsystem', id)
  if (error && !system) return <LoadError problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  return system ? <Stocked system={system}>{children}</Stocked> : <FormSkeleton />
}

function Stocked({ system, children }: { system: RecordAnswer; children: (line: StockedLine) => ReactNode }) {
  const { t } = useTranslation()
  const { owned, products, isPending, error, refetch } = useStock(system)
  if (error) return <LoadError problem={error} title={t('The stock could not be loaded')} retry={refetch} />
  return isPending ? <FormSkeleton /> : children({ system, owned, products })
}
