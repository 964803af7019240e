// Organization details: what the programme is, how it shows itself and by what it works. Everybody of the programme sees its looks and its
// tolerances; managers its settings too; administrators also see who changed what, and may edit.

import { useParams, useSearch } from '@tanstack/react-router'
import { can } from '#domain/access.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useOperator } from '#web/api/operator.ts'
import { LoadError } from '#web/engine/problem-view.tsx'
import { PageTabs, useOpenTab } from '#web/engine/view/page-tabs.tsx'
import { EditOutlined as Edit } from '#web/icons/edit-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { useTenant } from '#web/tenant/use-tenant.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { NotFound } from '#web/ui/not-found.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordSkeleton } from '#web/ui/skeletons.tsx'
import { AuditTab } from './audit-tab.tsx'
import { BrandingTab } from './branding-tab.tsx'
import { useClient } from './queries.ts'
import { DataProtectionTab, IntegrationsTab, ProfileTab, ProgrammeTab } from './settings-tabs.tsx'
import { TolerancesTab } from './tolerances-tab.tsx'

export function ClientPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { config } = useTenant()
  const operator = useOperator()
  const user = useUser()
  const [maySee, mayEdit] = [can(user, 'client', 'V'), can(user, 'client', 'E')]
  const { data: client, error, refetch } = useClient(id, maySee && id === config.id)
  const first = maySee ? 'profile' : 'branding'
  const open = useOpenTab(first)
  const search = useSearch({ strict: false }) as FlatSearch
  if (id !== config.id) return <NotFound />
  if (error && !client) return <LoadError isPage problem={error} title={t('This could not be loaded')} retry={() => void refetch()} />
  if (maySee && !client) return <RecordSkeleton />
  const tabs = [
    ...(client ? [{ id: 'profile', label: /* i18n */ 'Profile', part: <ProfileTab client={client} /> }] : []),
    { id: 'branding', label: /* i18n */ 'Branding', part: <BrandingTab client={client} /> },
    ...(client ? [{ id: 'programme', label: /* i18n */ 'Programme settings', part: <ProgrammeTab client={client} isFull={mayEdit} /> }] : []),
    { id: 'tolerances', label: /* i18n */ 'Tolerances', part: <TolerancesTab id={id} mayEdit={mayEdit} /> },
    ...(client
      ? [
          { id: 'integrations', label: /* i18n */ 'Integrations', part: <IntegrationsTab client={client} /> },
          { id: 'data-protection', label: /* i18n */ 'Data protection', part: <DataProtectionTab client={client} isFull={mayEdit} /> },
        ]
      : []),
    ...(mayEdit ? [{ id: 'audit', label: /* i18n */ 'Audit', part: <AuditTab id={id} /> }] : []),
  ]
  const shown = tabs.find((tab) => tab.id === search.tab) ?? tabs[0]
  return (
    <>
      <PageHeader
        title={t('Organization details')}
        note={config.name}
        actions={
          mayEdit ? (
            <LinkButton to="/private/farmbook/$operator/client/$id/edit" params={{ operator, id }} variant="contained" startIcon={<Edit />}>
              {t('Edit')}
            </LinkButton>
          ) : null
        }
      />
      <PageTabs tabs={tabs} open={shown?.id ?? first} onOpen={open}>
        {shown?.part}
      </PageTabs>
    </>
  )
}
