// The numbered units of a lot: where each is now, and on a press every step of its life, wherever it went.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { UnitFound, UnitLot, UnitsFound } from '#domain/chain/unit-answer.ts'
import { findEntity } from '#domain/entities.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps } from '#web/engine/slots.ts'
import { eventLabel } from '#web/engine/view/event-lines.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useUnits } from './queries.ts'

/** More rows than a person reads at once are shown when asked for. */
const shownAtFirst = 60

export function UnitsTab({ record: lot, past }: PanelProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { unit: named } = useSearch({ strict: false }) as { unit?: string }
  const { data, error, refetch } = useUnits(lot.id, past)
  const [wanted, setWanted] = useState(named ?? '')
  const [open, setOpen] = useState<string | null>(named ?? null)
  const [all, setAll] = useState(false)
  if (error) return <LoadError problem={error} title={t('The units could not be loaded')} retry={() => void refetch()} />
  if (!data)
    return (
      <Panel>
        <ListSkeleton rows={6} columns={4} />
      </Panel>
    )
  // The page of a past day has this among other panels: what would have been to do is not on it.
  if (past && data.items.length === 0) return null
  if (data.items.length === 0)
    return (
      <Panel>
        <EmptyState
          title={t('The goods of this lot are loose')}
          reason={t(
            'Bales get their numbers when they are pressed; other goods when they are packed: record “Packed” with a number and a weight for each unit.',
          )}
        />
      </Panel>
    )
  const isWanted = ({ unitNo, label }: UnitFound) => [unitNo, label ?? ''].some((no) => no.toLowerCase().includes(wanted.trim().toLowerCase()))
  const found = [...data.items.filter(isWanted)].sort((one, other) => Number(other.lot?.id === lot.id) - Number(one.lot?.id === lot.id))
  const here = data.items.filter((unit) => unit.lot?.id === lot.id)
  const shown = all ? found : found.slice(0, shownAtFirst)
  return (
    <Panel
      title={t('Units')}
      note={t('{{here}} here, {{kg}}; {{gone}} went on', {
        here: format.number(here.length),
        kg: format.kg(here.reduce((sum, { kg }) => sum + kg, 0)),
        gone: format.number(data.items.length - here.length),
      })}
      flush
    >
      <Box sx={{ px: 2, pb: 1.5 }}>
        <TextField
          size="small"
          fullWidth
          label={t('Number or label, typed or scanned')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          sx={{ maxWidth: 360 }}
        />
      </Box>
      <Box component="ul" aria-label={t('Units')} sx={{ listStyle: 'none', m: 0, p: 0, borderTop: '1px solid', borderColor: 'divider' }}>
        {shown.map((unit) => (
          <UnitRow
            key={`${unit.madeBy} ${unit.unitNo}`}
            unit={unit}
            lots={data.lots}
            lotId={lot.id}
            isOpen={open === unit.unitNo}
            onToggle={() => setOpen(open === unit.unitNo ? null : unit.unitNo)}
          />
        ))}
      </Box>
      {found.length === 0 ? <Box sx={{ p: 2, color: 'text.secondary' }}>{t('No unit of this lot has this number.')}</Box> : null}
      {found.length > shown.length ? (
        <Box sx={{ p: 1.5 }}>
          <Button color="inherit" onClick={() => setAll(true)}>
            {t('Show all {{count}}', { count: found.length })}
          </Button>
        </Box>
      ) : null}
    </Panel>
  )
}

type RowProps = { unit: UnitFound; lots: UnitsFound['lots']; lotId: string; isOpen: boolean; onToggle: () => void }
function UnitRow({ unit, lots, lotId, isOpen, onToggle }: RowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { unitNo, kg, label, sscc, lot } = unit
  const isHere = lot?.id === lotId
  const last = unit.history.at(-1)
  return (
    <Box component="li" sx={{ borderBottom: '1px solid', borderColor: 'divider' }}>
      <Box
        component="button"
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        sx={{
          all: 'unset',
          boxSizing: 'border-box',
          cursor: 'pointer',
          width: '100%',
          minHeight: 47,
          px: 2,
          py: 0.75,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1.1fr) 110px minmax(0, 1.4fr)' },
          columnGap: 2,
          alignItems: 'center',
          bgcolor: isOpen ? 'brand.soft' : undefined,
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {unitNo}
          </Box>
          {label ? (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5, ml: 1 }}>
              {t('labelled {{label}}', { label })}
            </Box>
          ) : null}
        </Box>
        <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums', fontWeight: 600 }}>{format.kg(kg)}</Box>
        <Box sx={{ minWidth: 0, display: 'flex', gap: 1, flexWrap: 'wrap', gridColumn: { xs: '1 / -1', sm: 'auto' }, fontSize: 13.5 }}>
          {isHere ? <StatusChip tone="success" label={t('Here')} /> : lot ? <StatusChip tone="progress" label={placeWords(t, lot)} /> : null}
          {lot ? null : <StatusChip tone="neutral" label={last?.eventType === 'REPACK' ? t('Packed into others') : t('Used')} />}
          {sscc ? <StatusChip tone="pending" label={t('in shipment {{sscc}}', { sscc })} /> : null}
        </Box>
      </Box>
      {isOpen ? <UnitLife unit={unit} lots={lots} /> : null}
    </Box>
  )
}

const placeWords = (t: (key: string, values?: Record<string, unknown>) => string, { title, holder, isOpen }: UnitLot): string =>
  isOpen ? t('{{lot}}, {{holder}}', { lot: title, holder }) : t('with somebody else')

function UnitLife({ unit, lots }: { unit: UnitFound; lots: UnitsFound['lots'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const operator = useOperator()
  const lotOf = (id: string | null) => lots.find((one) => one.id === id)
  const link = (lot: UnitLot) =>
    lot.isOpen ? (
      <TextLink
        to="/private/farmbook/$operator/$entity/$id"
        params={{ operator, entity: 'productbatch', id: lot.id }}
        search={{ tab: 'units', unit: unit.unitNo }}
      >
        {lot.title}
      </TextLink>
    ) : (
      t('a lot of somebody else')
    )
  return (
    <Box component="ol" aria-label={t('Life of {{unit}}', { unit: unit.unitNo })} sx={{ listStyle: 'none', m: 0, px: 2, pb: 1.5, pt: 0.5, fontSize: 13.5 }}>
      <Box component="li" sx={{ color: 'text.secondary', fontSize: 12.5, pb: 0.5 }}>
        {t('Number of {{maker}}', { maker: unit.madeBy })}
      </Box>
      {unit.history.map(({ at, eventId, eventType, subjectType, subjectId, from, to, kg, label, sscc }) => {
        const subject = findEntity(subjectType)
        const [source, target] = [lotOf(from), lotOf(to)]
        return (
          <Box
            component="li"
            key={eventId}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '150px 170px minmax(0, 1fr)' },
              columnGap: 2,
              py: 0.75,
              borderTop: '1px dashed',
              borderColor: 'divider',
            }}
          >
            <Box sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>{format.time(at)}</Box>
            <Box>
              {source?.isOpen || target?.isOpen ? (
                <TextLink to="/private/farmbook/$operator/$entity/$id/event/$eventId" params={{ operator, entity: subjectType, id: subjectId, eventId }}>
                  {subject ? t(eventLabel(subject, eventType)) : eventType}
                </TextLink>
              ) : subject ? (
                t(eventLabel(subject, eventType))
              ) : (
                eventType
              )}
            </Box>
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {source && source.id !== target?.id ? link(source) : null}
              {source && target && source.id !== target.id ? ' → ' : null}
              {target && target.id !== source?.id ? link(target) : null}
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {[
                  target?.place ? ` ${target.place}` : '',
                  kg === null ? '' : format.kg(kg),
                  label ? t('labelled {{label}}', { label }) : '',
                  sscc ? t('shipment {{sscc}}', { sscc }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
