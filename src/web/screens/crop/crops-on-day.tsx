// On the page of a past day of a farmer, a plot or a cropping system: its crops as they were, each with claim, ceiling and kilograms.
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { can } from '#domain/access.ts'
import type { CropFigures } from '#domain/cropping/crop-figures-answer.ts'
import { entityOf } from '#domain/entities.ts'
import { claims } from '#domain/kernel/terms.ts'
import { type ApiProblem, call } from '#web/api/client.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys } from '#web/api/queries.ts'
import { searchOf } from '#web/engine/past/past-day.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { fieldOf } from '#web/fields/columns.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

type Item = CropFigures['items'][number]
const crops = entityOf('crop')
const { fields } = crops
const status = fieldOf(crops, 'status')
const kilograms = [
  [fields.yieldCapKg.label, ({ capKg }: Item) => capKg],
  [fields.harvestedKg.label, ({ harvestedKg }: Item) => harvestedKg],
  [fields.purchasedKg.label, ({ purchasedKg }: Item) => purchasedKg],
  [fields.remainingSellableKg.label, ({ leftKg }: Item) => leftKg],
] as const

/** Nothing where there was none, or crops are not the reader's. */
export function CropsOnDay({ entity, record, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const user = useUser()
  const { data, error, refetch } = useQuery<CropFigures, ApiProblem>({
    queryKey: [...keys.one(operator, entity.name, record.id), 'crop-figures', past],
    queryFn: ({ signal }) =>
      call<CropFigures>(entityPath(operator, entity.name, record.id, 'crop-figures'), { signal, query: new URLSearchParams(past && searchOf(past)) }),
    enabled: can(user, 'crop', 'V'),
  })
  if (error)
    return (
      <Panel title={t('Crops')}>
        <LoadError problem={error} title={t('The crops could not be loaded')} retry={() => void refetch()} />
      </Panel>
    )
  if (!data?.items.length) return null
  return (
    <Panel title={t('Crops')}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {data.items.map((crop) => (
          <Box key={crop.id} component="section" aria-label={crop.title} sx={{ minWidth: 0 }}>
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.75 }}>
              <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: 'crop', id: crop.id }} search={past ? searchOf(past) : {}}>
                {crop.title}
              </TextLink>
              {status ? <ShowValue field={status} value={crop.status} /> : null}
              {crop.claim ? <StatusChip tone={claims[crop.claim][1]} label={t(claims[crop.claim][0])} /> : null}
            </Box>
            <PropertyList
              properties={kilograms.map(([label, of]) => {
                const kg = of(crop)
                return { key: label, label: t(label), value: kg === null ? '–' : format.kg(kg) }
              })}
            />
          </Box>
        ))}
      </Box>
    </Panel>
  )
}
