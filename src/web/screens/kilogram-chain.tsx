// From field to certificate: what the fields behind a record may yield, what may be bought of them, what was harvested, bought and certified, as bars of one
// scale, with what is left at each step. Nothing where no crop is behind it, and for whoever does not see crops.
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KilogramChain as Answer, ChainLink, ChainSubject } from '#domain/chain/kilogram-chain-answer.ts'
import { seasonalSubjects } from '#domain/chain/seasonal-subjects.ts'
import { defaultSeason } from '#domain/cropping/default-season.ts'
import { claims } from '#domain/kernel/terms.ts'
import type { ApiProblem } from '#web/api/client.ts'
import { call } from '#web/api/client.ts'
import { nameIn } from '#web/api/names.ts'
import { entityPath, useOperator } from '#web/api/operator.ts'
import { keys, useOptions } from '#web/api/queries.ts'
import { type PastDay, searchOf } from '#web/engine/past/past-day.ts'
import { useSeason } from '#web/engine/season.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { gaugeColours, neutral } from '#web/theme/tokens.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'

/** Crop types and claims; the others are a click away. */
const shownAtFirst = 2
/** A record, or the lots of a certificate that is drafted, by commas. */
type Of = { subject: ChainSubject; id: string } | { lotIds: string }
/** Behind goods there are crops of many growers: whose, in words. */
const whose: Partial<Record<ChainSubject | 'lots', string>> = {
  processingsystem: /* i18n */ 'Of the crops behind the goods that lie here or lay here last',
  processor: /* i18n */ 'Of the crops behind all goods that this company has or had',
  transactioncertificate: /* i18n */ 'Of all crops of the group of this kind and season',
  lots: /* i18n */ 'Of all crops of the group of this kind and season',
}
/** On the page of a past day. Behind an operator, a company, a facility or a certificate there may be too many crops to be worked out for that day. */
export const ChainOnDay = ({ entity, record, past }: PanelProps) => (
  <KilogramChain of={{ subject: entity.name as ChainSubject, id: record.id }} version={record.version} past={past} />
)
/** Of an operator as a whole. */
export const OperatorChain = ({ record, past }: PanelProps) => <KilogramChain operator={record.code} version={record.version} past={past} />

/** `version`: of the record, so that a new event asks again. `operator`: its code, where it is not that of the address. `past`: as it was on that day. */
export function KilogramChain({ of, version, past, ...given }: { of?: Of; version: number; operator?: string; past?: PastDay | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const here = useOperator()
  const operator = given.operator ?? here
  const [chosen, choose] = useState<string | null>(null)
  const open = useSeason()
  const [showsAll, setShowsAll] = useState(false)
  const isDraft = of !== undefined && 'lotIds' in of
  const isSeasonal = of !== undefined && 'subject' in of && seasonalSubjects.includes(of.subject)
  // Of the others every season comes at once.
  const season = isSeasonal ? (chosen ?? open.id) : null
  const { data, error, refetch, isPlaceholderData } = useQuery<Answer, ApiProblem>({
    queryKey: [...keys.entity(operator, 'crop'), 'kilogram-chain', of ?? null, version, past, season],
    queryFn: ({ signal }) =>
      call<Answer>(entityPath(operator, 'reports', 'kilogram-chain'), {
        signal,
        query: new URLSearchParams({ ...of, ...(season && { seasonId: season }), ...(past && searchOf(past)) }),
      }),
    enabled: !isSeasonal || open.isReady,
    // Of another season the panel stays, with the select in which it was chosen.
    ...(isSeasonal ? { placeholderData: keepPreviousData } : {}),
  })
  const all = useOptions('season', { sort: '-startDate' }, { enabled: isSeasonal, limit: 50 })
  // Goods that are out of reach in a draft have no chain; the form says what is wrong with them.
  if (error?.status === 403 || (error?.status === 404 && isDraft)) return null
  if (error) return <ErrorState title={t('These kilograms could not be loaded')} reason={t(error.fields[0] ?? error)} retry={() => void refetch()} />
  const items = data?.items ?? []
  const about = of && whose['lotIds' in of ? 'lots' : of.subject]
  const found = new Map(items.map((link) => [link.seasonId, link.season]))
  const seasons = [...(isSeasonal ? new Map([...(all.data?.items ?? []).map(({ id, title }) => [id, title] as const), ...found]) : found)]
  const [newest] = seasons
  if (!newest || !data) return null
  const isThere = (id: string | null) => seasons.some(([one]) => one === id)
  // Where none was chosen, the server has looked at the one that is on.
  const looked = items.length && isSeasonal ? items[0]?.seasonId : (open.id ?? defaultSeason(all.data?.items ?? [], format.today())?.id)
  const seasonId = [chosen, looked].find((id) => isThere(id ?? null)) ?? newest[0]
  const links = items.filter((link) => link.seasonId === seasonId)
  return (
    <Panel
      title={t('From field to certificate')}
      {...(seasons.length === 1 ? { note: nameIn(t, newest[1]) } : {})}
      action={
        seasons.length > 1 ? (
          <TextField
            select
            size="small"
            value={seasonId}
            onChange={({ target }) => choose(target.value)}
            slotProps={{ htmlInput: { 'aria-label': t('Season') } }}
          >
            {seasons.map(([id, name]) => (
              <MenuItem key={id} value={id}>
                {nameIn(t, name)}
              </MenuItem>
            ))}
          </TextField>
        ) : null
      }
    >
      {about ? <Box sx={{ mb: 1.25, fontSize: 13, color: 'text.secondary' }}>{t(about)}</Box> : null}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isPlaceholderData ? <Skeleton variant="rounded" height={120} /> : null}
        {links.length || isPlaceholderData ? null : <Box sx={{ color: 'text.secondary' }}>{t('No crops')}</Box>}
        {(isPlaceholderData ? [] : links.slice(0, showsAll ? links.length : shownAtFirst)).map((link) => (
          <Link key={`${link.cropTypeId}:${link.claim}`} link={link} />
        ))}
        {links.length > shownAtFirst && !showsAll && !isPlaceholderData ? (
          <Button variant="text" size="small" sx={{ justifySelf: 'start' }} onClick={() => setShowsAll(true)}>
            {t('Show {{number}} more', { number: format.number(links.length - shownAtFirst) })}
          </Button>
        ) : null}
      </Box>
    </Panel>
  )
}

/** One crop type under one claim. */
function Link({ link }: { link: ChainLink }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { ceilingKg, allowedKg, harvestedKg, purchasedKg, conventionalKg, lowerKg, fromHigherKg, certifiedKg, reservedKg, toBuyKg, toCertifyKg } = link
  const isCertified = certifiedKg !== null && (link.claim ?? 'CONVENTIONAL') !== 'CONVENTIONAL' && purchasedKg + fromHigherKg + certifiedKg > 0
  const bound = (certifiedKg ?? 0) + (reservedKg ?? 0)
  const scale = Math.max(ceilingKg, allowedKg, harvestedKg, purchasedKg, fromHigherKg, bound, 0.001)
  const steps: Step[] = [
    { key: 'ceiling', label: t('Most it may yield'), kg: ceilingKg, colour: gaugeColours.track },
    {
      key: 'allowed',
      label: t('May be bought'),
      kg: allowedKg,
      colour: gaugeColours.track,
      left: toBuyKg > 0 ? t('{{kg}} may still be bought', { kg: format.kg(toBuyKg) }) : '',
    },
    { key: 'harvested', label: t('Harvested'), kg: harvestedKg, colour: gaugeColours.harvested },
    { key: 'purchased', label: t('Purchased'), kg: purchasedKg, colour: gaugeColours.delivered },
    ...(conventionalKg > 0 && (link.claim ?? 'CONVENTIONAL') !== 'CONVENTIONAL'
      ? [{ key: 'conventional', label: t('Bought as conventional'), kg: conventionalKg, colour: gaugeColours.delivered }]
      : []),
    ...(lowerKg > 0 ? [{ key: 'lower', label: t('Bought under a lower claim'), kg: lowerKg, colour: gaugeColours.delivered }] : []),
    ...(fromHigherKg > 0 ? [{ key: 'higher', label: t('Bought of crops of a higher claim'), kg: fromHigherKg, colour: gaugeColours.delivered }] : []),
    ...(isCertified
      ? [
          {
            key: 'certified',
            label: t('Certified'),
            kg: certifiedKg ?? 0,
            colour: 'brand.ink',
            more: reservedKg ?? 0,
            left: [
              reservedKg ? t('{{kg}} reserved', { kg: format.kg(reservedKg) }) : '',
              toCertifyKg ? t('{{kg}} on no certificate yet', { kg: format.kg(toCertifyKg) }) : '',
            ]
              .filter(Boolean)
              .join(' · '),
          },
        ]
      : []),
  ]
  return (
    <Box component="section" aria-label={[t(link.crop), link.claim ? t(claims[link.claim][0]) : ''].filter(Boolean).join(', ')}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.75, flexWrap: 'wrap' }}>
        <Box sx={{ fontWeight: 600 }}>{t(link.crop)}</Box>
        {link.claim ? <StatusChip tone={claims[link.claim][1]} label={t(claims[link.claim][0])} /> : null}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75 }}>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} scale={scale} />
        ))}
      </Box>
    </Box>
  )
}

/** `more`: what is drawn behind `kg` in a lighter colour; `left`: what this step leaves, in words. */
type Step = { key: string; label: string; kg: number; colour: string; more?: number; left?: string }

function StepRow({ step: { label, kg, colour, more = 0, left = '' }, scale }: { step: Step; scale: number }) {
  const format = useFormat()
  const width = (of: number) => `${Math.min(100, (of / scale) * 100)}%`
  return (
    <Box component="li">
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'baseline', fontSize: 13.5 }}>
        <Box component="span" sx={{ minWidth: 0 }}>
          {label}
        </Box>
        <Box component="span" sx={{ ml: 'auto', fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {format.kg(kg)}
        </Box>
      </Box>
      <Box aria-hidden sx={{ display: 'flex', height: 8, mt: '3px', borderRadius: '4px', overflow: 'hidden', bgcolor: neutral.canvas }}>
        <Box sx={{ width: width(kg), bgcolor: colour }} />
        <Box sx={{ width: width(more), bgcolor: 'warning.main' }} />
      </Box>
      {left ? <Box sx={{ mt: '2px', fontSize: 12.5, color: 'text.secondary' }}>{left}</Box> : null}
    </Box>
  )
}
