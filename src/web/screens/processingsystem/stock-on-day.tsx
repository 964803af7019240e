// On the page of a past day of a facility: what its owner had on hand by then, material by material, each lot with its claim of then.
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { can } from '#domain/access.ts'
import type { PlaceStock } from '#domain/chain/place-stock-answer.ts'
import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import { claims, materials } from '#domain/kernel/terms.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { FigureRows } from '../figure-rows.tsx'

/** Nothing where nothing was on hand, or lots are not the reader's. */
export function StockOnDay({ record, past }: PanelProps) {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  const { data, error, refetch } = useQuery<PlaceStock, ApiProblem>({
    queryKey: [...keys.one(operator, 'processingsystem', record.id), 'stock', past],
    queryFn: ({ signal }) =>
      call<PlaceStock>(entityPath(operator, 'processingsystem', record.id, 'stock'), { signal, query: new URLSearchParams(past && searchOf(past)) }),
    enabled: can(user, 'productbatch', 'L'),
  })
  if (error)
    return (
      <Panel title={t('On hand')}>
        <LoadError problem={error} title={t('The stock could not be loaded')} retry={() => void refetch()} />
      </Panel>
    )
  if (!data?.lots.length) return null
  const count = data.isCut ? data.lots.length : data.materials.reduce((sum, { lots }) => sum + lots, 0)
  return (
    <Panel title={t('On hand')} note={data.isCut ? t('the first {{count}} lots', { count }) : t('{{count}} lots of this owner', { count })}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {data.materials.map((group) => (
          <Group key={group.material} group={group} lots={data.lots.filter(({ material }) => material === group.material)} past={past} />
        ))}
      </Box>
    </Panel>
  )
}

function Group({ group: { material, kg }, lots, past }: { group: PlaceStock['materials'][number]; lots: PlaceStock['lots']; past: PastDay | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const states = entityOf('productbatch').states as Record<string, State>
  return (
    <Box component="section" aria-label={t(materials[material])} sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', mb: 0.75, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        <span>{t(materials[material])}</span>
        <span>{format.kg(kg)}</span>
      </Box>
      <FigureRows
        rows={lots.map((lot) => {
          const state = states[lot.status]
          const [words, tone] = claims[lot.claim ?? 'CONVENTIONAL']
          return {
            key: lot.id,
            label: (
              <Box component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
                <TextLink
                  to="/private/farmbook/$operator/$entity/$id"
                  params={{ operator, entity: 'productbatch', id: lot.id }}
                  search={past ? searchOf(past) : {}}
                >
                  {lot.title}
                </TextLink>
                <StatusChip tone={tone} label={t(words)} />
              </Box>
            ),
            note: [
              lot.status === 'CLOSED' || !state ? '' : t(state.label),
              lot.isHere || lot.status === 'IN_TRANSIT' ? '' : t('not at this place'),
              lot.storageBin ?? '',
              lot.reservedKg > 0 ? t('{{kg}} reserved', { kg: format.kg(lot.reservedKg) }) : '',
            ]
              .filter(Boolean)
              .join(', '),
            value: format.kg(lot.kg),
          }
        })}
      />
    </Box>
  )
}
