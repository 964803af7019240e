// A farmer in summary: kilograms of the season from cap to delivered, the crops with their stage, the plots, what happened last.
import Box from '@mui/material/Box'
import { useNavigate } from '@tanstack/react-router'
import { can } from '#domain/access.ts'
import { farmer as farmerEntity, languages } from '#domain/people/farmer.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import { useList } from '#web/api/queries.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { useSeason } from '#web/engine/season.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { ShowValue } from '#web/fields/show.tsx'
import { useFormat } from '#web/format/use-format.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { type FigureRow, FigureRows } from '../figure-rows.tsx'
import { KilogramChain } from '../kilogram-chain.tsx'
import { AccountPanel } from './account-panel.tsx'
import { FarmerTimeline } from './farmer-timeline.tsx'
import { PlotsPanel } from './plots-panel.tsx'
import { ResultsPanel } from './results-panel.tsx'
import { RiskPanel } from './risk-panel.tsx'
import { SamePersonNotice } from './same-person.tsx'
import { CropsPanel, KilogramsPanel } from './season-panels.tsx'

export function FarmerOverview({ entity, record: farmer }: PanelProps) {
  const { t } = useTranslation()
  const user = useUser()
  const navigate = useNavigate()
  const season = useSeason()
  const crops = useList(
    'crop',
    { filters: { farmerId: [farmer.id], ...(season.id ? { seasonId: [season.id] } : {}) }, sort: '-plannedSowing' },
    { limit: 50, enabled: can(user, 'crop', 'L') },
  )
  const words = season.title ?? t('All seasons')
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <SamePersonNotice farmer={farmer} />
        {crops.error && crops.items.length === 0 ? (
          <Panel title={t('Crops')}>
            <LoadError problem={crops.error} title={t('The crops could not be loaded')} retry={() => void crops.refetch()} />
          </Panel>
        ) : crops.isLoading ? (
          <Panel title={t('Crops')}>
            <ListSkeleton rows={3} columns={3} />
          </Panel>
        ) : (
          <>
            <KilogramsPanel crops={crops.items} season={words} />
            <CropsPanel crops={crops.items} refs={crops.refs} season={words} farmerId={farmer.id} />
          </>
        )}
        {can(user, 'farmerseason', 'L') ? <ResultsPanel farmerId={farmer.id} /> : null}
        <KilogramChain of={{ subject: 'farmer', id: farmer.id }} version={farmer.version} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <MemberPanel farmer={farmer} />
        <AccountPanel farmer={farmer} />
        {can(user, 'inspection', 'L') ? <RiskPanel farmerId={farmer.id} /> : null}
        {can(user, 'landparcel', 'L') ? <PlotsPanel farmerId={farmer.id} /> : null}
        <FarmerTimeline entity={entity} farmer={farmer} crops={crops.items} onAll={() => void navigate({ to: '.', search: { tab: 'history' } as never })} />
      </Box>
    </Box>
  )
}

/** How to reach him and what he agreed to, in a few lines; everything else is under Details. */
function MemberPanel({ farmer }: { farmer: RecordAnswer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const hidden = farmer.masked?.includes('phone')
  const phone = farmer.phone as string | null
  const consents = ((farmer.consent as { withdrawnAt?: string | null }[] | null) ?? []).filter(({ withdrawnAt }) => !withdrawnAt).length
  const rows: FigureRow[] = [
    {
      key: 'phone',
      label: t('Phone'),
      value: hidden ? t('hidden from you') : phone ? <ShowValue field={farmerEntity.fields.phone} value={phone} /> : t('none'),
      strong: false,
    },
    { key: 'language', label: t('Language'), value: t(languages[farmer.language as keyof typeof languages] ?? ''), strong: false },
    {
      key: 'holding',
      label: t('Total holding'),
      note: farmer.separateInspection ? t('inspected separately') : '',
      value: format.ha(Number(farmer.totalHoldingHa)),
    },
    { key: 'joined', label: t('Member since'), value: farmer.joinedOn ? String(farmer.joinedOn).slice(0, 4) : '–', strong: false },
    {
      key: 'agreed',
      label: t('Agreement'),
      value:
        farmer.contractSignedOn && consents ? (
          <StatusChip tone="success" label={t('signed, with consent')} />
        ) : farmer.contractSignedOn ? (
          <StatusChip tone="pending" label={t('signed, consent missing')} />
        ) : (
          <StatusChip tone="pending" label={t('not signed')} />
        ),
    },
  ]
  return (
    <Panel title={t('Member')} {...(farmer.localName ? { note: String(farmer.localName) } : {})}>
      <FigureRows rows={rows} />
    </Panel>
  )
}
