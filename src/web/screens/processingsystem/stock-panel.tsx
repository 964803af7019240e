// Stock on hand of a facility's owner, material by material, each lot with its claim and what of it is free.
import Box from '@mui/material/Box'
import { processInputs } from '#domain/chain/norms.ts'
import { entityOf } from '#domain/entities.ts'
import type { State } from '#domain/kernel/entity.ts'
import { type Claim, claims, type Material, materials } from '#domain/kernel/terms.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useOperator } from '#web/api/operator.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkCard, TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { processOf } from './default-step.ts'
import type { OwnedLot } from './line.ts'

/** Groups show so many lots; the list has them all. */
const mostShown = 6
const statesOfLots = () => entityOf('productbatch').states as Record<string, State>

export function StockPanel({ system, owned, isComplete }: { system: RecordAnswer; owned: readonly OwnedLot[]; isComplete: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (owned.length === 0)
    return (
      <Panel title={t('On hand')}>
        <EmptyState title={t('Nothing lies here')} reason={t('Lots appear when they are received, bought or made here.')} />
      </Panel>
    )
  const feeds = processInputs[processOf(system)]
  // What the line is fed with comes first, then what there is most of.
  const groups = [...Map.groupBy(owned, ({ material }) => material)].sort(
    ([one, some], [other, others]) => Number(feeds.includes(other)) - Number(feeds.includes(one)) || sumKg(others) - sumKg(some),
  )
  return (
    <Panel
      title={t('On hand')}
      note={isComplete ? t('{{count}} lots of this owner', { count: owned.length }) : t('the first {{count}} lots', { count: owned.length })}
      flush
    >
      {groups.map(([material, lots]) => (
        <Group key={material} system={system} material={material} lots={lots} total={format.kg(sumKg(lots))} />
      ))}
    </Panel>
  )
}

/** To the gram. */
const sumKg = (lots: readonly OwnedLot[]): number => Math.round(lots.reduce((sum, { lot }) => sum + Number(lot.onHandKg), 0) * 1000) / 1000

function Group({ system, material, lots, total }: { system: RecordAnswer; material: Material; lots: readonly OwnedLot[]; total: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const rest = lots.slice(mostShown)
  return (
    <Box component="section" aria-label={t(materials[material])}>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          px: 2,
          py: 0.75,
          bgcolor: 'background.default',
          borderBottom: '1px solid',
          borderColor: 'divider',
          fontSize: 13,
          fontWeight: 600,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span>{t(materials[material])}</span>
        <span>{total}</span>
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lots.slice(0, mostShown).map(({ lot }) => {
          const claim = claims[(lot.claimStatus as Claim | null) ?? 'CONVENTIONAL']
          const state = statesOfLots()[lot.status]
          const isElsewhere = lot.processingSystemId !== system.id && lot.status !== 'IN_TRANSIT'
          const note = [
            lot.status === 'CLOSED' || !state ? '' : t(state.label),
            isElsewhere ? t('not at this place') : '',
            String(lot.storageBin ?? ''),
            Number(lot.reservedKg) > 0 ? t('{{kg}} reserved', { kg: format.kg(Number(lot.reservedKg)) }) : '',
          ]
            .filter(Boolean)
            .join(', ')
          return (
            <Box component="li" key={lot.id} sx={{ borderBottom: '1px solid', borderColor: 'divider' }}>
              <LinkCard
                to="/private/farmbook/$operator/$entity/$id"
                params={{ operator, entity: 'productbatch', id: lot.id }}
                sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 2, minHeight: 46, borderRadius: 0 }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Box sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{lot.title}</Box>
                  {note ? <Box sx={{ fontSize: 12.5, color: 'text.secondary' }}>{note}</Box> : null}
                </Box>
                <StatusChip tone={claim[1]} label={t(claim[0])} />
                <Box sx={{ fontWeight: 600, minWidth: 86, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>{format.kg(Number(lot.onHandKg))}</Box>
              </LinkCard>
            </Box>
          )
        })}
        {rest.length ? (
          <Box component="li" sx={{ px: 2, py: 1, fontSize: 13, color: 'text.secondary', borderBottom: '1px solid', borderColor: 'divider' }}>
            <TextLink
              to="/private/farmbook/$operator/$entity/list"
              params={{ operator, entity: 'productbatch' }}
              search={{
                ...(system.processorId ? { 'filter[processorId]': String(system.processorId) } : { 'filter[operatorId]': String(system.collectiveId) }),
                'filter[productId]': String(rest[0]?.lot.productId),
                'filter[onHandKg][gte]': '0.001',
                'filter[seasonId]': 'all',
              }}
            >
              {t('and {{count}} more, {{kg}}', { count: rest.length, kg: format.kg(sumKg(rest)) })}
            </TextLink>
          </Box>
        ) : null}
      </Box>
    </Box>
  )
}
