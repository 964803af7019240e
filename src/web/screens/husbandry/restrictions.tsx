// What may not be sold or milked into the tank, and until when: shown before anything else, because somebody eats it.
import Box from '@mui/material/Box'
import type { Restriction } from '#domain/husbandry/husbandry-cards.ts'
import { withdrawalProducts } from '#domain/husbandry/withdrawal-products.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

export type RestrictionLine = Restriction & { title?: string; entity?: string; subjectId?: string }

export function useFormatUntil() {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ until, degreeDaysRequired }: Restriction): string =>
    until
      ? t('until {{time}}', { time: format.time(until) })
      : t('until {{number}} degree-days have passed', { number: format.number(degreeDaysRequired ?? 0) })
}

/** Of one record; empty without restrictions. */
export function RestrictionsPanel({ restrictions }: { restrictions: readonly Restriction[] }) {
  const { t } = useTranslation()
  return restrictions.length === 0 ? null : (
    <Panel title={t('Held back')}>
      <RestrictionLines restrictions={restrictions} />
    </Panel>
  )
}

/** Lines of what is restricted; with `title`, of whom. */
export function RestrictionLines({ restrictions }: { restrictions: readonly RestrictionLine[] }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const formatUntil = useFormatUntil()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))' }}>
      {restrictions.map((one) => (
        <Box component="li" key={one.id} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
          <StatusChip tone="error" label={t(withdrawalProducts[one.product as keyof typeof withdrawalProducts] ?? one.product)} />
          {one.title && one.entity && one.subjectId ? (
            <TextLink to="/private/farmbook/$operator/$entity/$id" params={{ operator, entity: one.entity, id: one.subjectId }}>
              {one.title}
            </TextLink>
          ) : null}
          <Box component="span" sx={{ fontWeight: 600 }}>
            {formatUntil(one)}
          </Box>
          {one.medicine ? (
            <Box component="span" sx={{ fontSize: 12.5, color: 'text.secondary', flexBasis: '100%' }}>
              {one.medicine}
            </Box>
          ) : null}
        </Box>
      ))}
    </Box>
  )
}
