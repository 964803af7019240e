// …/reports/list: everything that can be looked at as a whole, followed through, printed or taken away as a file, and
// where it is. What a person may not see is not named.

import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { can } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { useOperator } from '#web/api/operator.ts'
import { mayImport } from '#web/engine/import/import-button.tsx'
import { ExportMenu } from '#web/engine/list/export-menu.tsx'
import { AgricultureOutlined as Season } from '#web/icons/agriculture-outlined.ts'
import { EggOutlined as Birds } from '#web/icons/egg-outlined.ts'
import { FactoryOutlined as Line } from '#web/icons/factory-outlined.ts'
import { GrassOutlined as Crop } from '#web/icons/grass-outlined.ts'
import { InsightsOutlined as Husbandry } from '#web/icons/insights-outlined.ts'
import { Inventory2Outlined as Lot } from '#web/icons/inventory2-outlined.ts'
import { SetMealOutlined as Fish } from '#web/icons/set-meal-outlined.ts'
import { WaterDropOutlined as Dairy } from '#web/icons/water-drop-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkButton, LinkCard, TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ReportTiles } from './report-tiles.tsx'
import { reportPages, reportsOfRecords } from './reports.ts'
import { RunsPanel } from './runs-panel.tsx'
import { SchedulesPanel } from './schedules-panel.tsx'
import { Sign, type SignIcon } from './tile-sign.tsx'

export function ReportsList() {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  const pages = reportPages.filter(({ seen }) => seen.some((entity) => can(user, entity, 'L')))
  const ofRecords = reportsOfRecords.filter(({ entity }) => can(user, entity, 'V'))
  const lists = entities.filter(({ name }) => can(user, name, 'L') && can(user, name, 'X'))
  return (
    <Box sx={{ maxWidth: 1200 }}>
      <PageHeader
        title={t('Reports')}
        note={t('Looked at as a whole, printed, or taken away as a file with the hash of its rows.')}
        actions={
          entities.some((entity) => mayImport(user, entity) || can(user, entity.name, 'X')) ? (
            <LinkButton to="/private/farmbook/$operator/imports" params={{ operator }} variant="outlined" color="inherit">
              {t('Your imports and exports')}
            </LinkButton>
          ) : null
        }
      />
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <ReportTiles />
        <Box sx={{ display: 'grid', gap: 2.5, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
          <RunsPanel most={6} none={t('Files that you have made in the background wait here, thirty days each.')} />
          <SchedulesPanel none={t('A report can be sent to people at an hour, every day, week or month: on its page.')} />
        </Box>
        {pages.length > 0 ? (
          <Group title={t('Summary')}>
            {pages.map(({ page, title, about }) => (
              <Card key={page}>
                <LinkCard to={`/private/farmbook/$operator/${page}`} params={{ operator }} sx={inside}>
                  <Sign icon={pageIcons[page]} />
                  <Words title={t(title)} about={t(about)} />
                </LinkCard>
              </Card>
            ))}
          </Group>
        ) : null}
        {ofRecords.length > 0 ? (
          <Group title={t('Of one record')} note={t('Choose the record; the report is on its page.')}>
            {ofRecords.map(({ title, about, entity }) => (
              <Card key={title}>
                <LinkCard to="/private/farmbook/$operator/$entity/list" params={{ operator, entity }} sx={inside}>
                  <Sign icon={recordIcons[entity]} />
                  <Words title={t(title)} about={t(about)} />
                </LinkCard>
              </Card>
            ))}
          </Group>
        ) : null}
        {lists.length > 0 ? (
          <Panel title={t('Lists as files')} note={t('All rows; for a part of them, filter the list first.')} flush>
            {lists.map((entity) => (
              <Box key={entity.name} sx={{ ...row, display: 'flex', alignItems: 'center', px: 2, py: 1 }}>
                <Words
                  title={
                    <TextLink to="/private/farmbook/$operator/$entity/list" params={{ operator, entity: entity.name }} sx={{ color: 'text.primary' }}>
                      {t(entity.plural)}
                    </TextLink>
                  }
                  about={t(entity.about)}
                />
                <ExportMenu entity={entity} query={everything} total={undefined} sx={{ flexShrink: 0, minHeight: { xs: 44, sm: 36 } }} />
              </Box>
            ))}
          </Panel>
        ) : null}
      </Box>
    </Box>
  )
}

const pageIcons: Readonly<Record<(typeof reportPages)[number]['page'], SignIcon>> = {
  dashboard: Season,
  procdashboard: Line,
  ahdashboard: Husbandry,
  dairydashboard: Dairy,
  poultrydashboard: Birds,
  aquadashboard: Fish,
}
const recordIcons: Readonly<Record<(typeof reportsOfRecords)[number]['entity'], SignIcon>> = { productbatch: Lot, crop: Crop, processingsystem: Line }

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, mb: 1 }}>
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        {note ? (
          <Typography variant="caption" color="textSecondary">
            {note}
          </Typography>
        ) : null}
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' } }}>
        {children}
      </Box>
    </Box>
  )
}

const inside = { p: 2, height: '100%', display: 'grid', gridTemplateColumns: '36px minmax(0, 1fr)', columnGap: 1.5, alignItems: 'start' } as const

const everything = { q: '', sort: '', filters: {} }
const row = { gap: 1.5, minHeight: 60, borderRadius: 0, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } } as const

function Words({ title, about }: { title: React.ReactNode; about: string }) {
  return (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography component="div" sx={{ fontWeight: 500 }}>
        {title}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        {about}
      </Typography>
    </Box>
  )
}
