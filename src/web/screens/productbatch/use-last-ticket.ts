// What the last ticket of this lot said of price, premium, tare and scale: the next farmer in the queue brings the same.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Field } from '#domain/kernel/field.ts'
import { productbatchEvents } from '#domain/processing/productbatch-events.ts'
import type { EventItem, EventsAnswer, RecordAnswer } from '#web/api/answers.ts'
import { call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import type { EditorProps } from '#web/fields/form-context.ts'
import { toFormValue } from '#web/fields/form-values.ts'

const repeated = ['pricePerKg', 'premiumPerKg', 'tareKg', 'scaleId'] as const
const fields: Readonly<Record<string, Field>> = productbatchEvents.PURCHASE.fields

/** The latest purchase of the lot; its price, premium, tare and scale are put where nothing stands yet, once. */
export function useLastTicket(lot: RecordAnswer | null, { form, setOther }: Pick<EditorProps, 'form' | 'setOther'>): EventItem | undefined {
  const operator = useOperator()
  const { data } = useQuery({
    queryKey: [...keys.one(operator, 'productbatch', lot?.id ?? ''), 'events', 'last purchase'],
    queryFn: ({ signal }) =>
      call<EventsAnswer>(entityPath(operator, 'productbatch', lot?.id ?? '', 'events'), {
        signal,
        query: new URLSearchParams({ limit: '1', 'filter[eventType]': 'PURCHASE' }),
      }),
    enabled: lot !== null,
  })
  const last = data?.items[0]
  const isOffered = useRef(false)
  useEffect(() => {
    if (!last || isOffered.current) return
    isOffered.current = true
    for (const name of repeated) {
      const [field, value] = [fields[name], last.data[name]]
      if (field && value !== undefined && value !== null && !form[name]) setOther(name, toFormValue(field, value))
    }
  }, [last, form, setOther])
  return last
}
