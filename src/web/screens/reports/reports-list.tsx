// …/reports/list: everything that can be looked at as a whole, followed through, printed or taken away as a file, and
// where it is. What a person may not see is not named.
import ChevronRight from '@mui/icons-material/ChevronRightOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { can } from '#domain/access.ts'
import { entities } from '#domain/entities.ts'
import { useOperator } from '#web/api/operator.ts'
import { ExportMenu } from '#web/engine/list/export-menu.tsx'
import { useUser } from '#web/session/use-user.ts'
import { LinkListItem, TextLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { reportPages, reportsOfRecords } from './reports.ts'

export function ReportsList() {
  const { t } = useTranslation()
  const operator = useOperator()
  const user = useUser()
  const pages = reportPages.filter(({ seen }) => seen.some((entity) => can(user, entity, 'L')))
  const ofRecords = reportsOfRecords.filter(({ entity }) => can(user, entity, 'V'))
  const lists = entities.filter(({ name }) => can(user, name, 'L') && can(user, name, 'X'))
  return (
    <Box sx={{ maxWidth: 1000 }}>
      <PageHeader title={t('Reports')} note={t('What can be looked at as a whole, printed, or taken away as a file.')} />
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {pages.length > 0 ? (
          <Panel title={t('At a glance')} flush>
            {pages.map(({ page, title, about }) => (
              <LinkListItem key={page} to={`/private/farmbook/$operator/${page}`} params={{ operator }} sx={row}>
                <Words title={t(title)} about={t(about)} />
                <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
              </LinkListItem>
            ))}
          </Panel>
        ) : null}
        {ofRecords.length > 0 ? (
          <Panel title={t('Of one record')} note={t('Choose the record; the report is on its page.')} flush>
            {ofRecords.map(({ title, about, entity }) => (
              <LinkListItem key={title} to="/private/farmbook/$operator/$entity/list" params={{ operator, entity }} sx={row}>
                <Words title={t(title)} about={t(about)} />
                <ChevronRight aria-hidden sx={{ color: 'ink3' }} />
              </LinkListItem>
            ))}
          </Panel>
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

const everything = { q: '', sort: '', filters: {} }
const row = { gap: 1.5, minHeight: 60, borderBottom: '1px solid', borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } } as const

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
