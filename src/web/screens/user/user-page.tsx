// A person of the programme, for its administrators: who they are and how they were invited, what they may do and where,
// the devices they are signed in on, what they did, and their API keys. For everybody else: their own devices and API keys.

import { useSearch } from '@tanstack/react-router'
import type { Row } from '#domain/kernel/entity.ts'
import type { RecordAnswer } from '#web/api/answers.ts'
import type { FlatSearch } from '#web/api/list-query.ts'
import { useOperator } from '#web/api/operator.ts'
import { useOne } from '#web/api/queries.ts'
import { breadcrumbsOf } from '#web/engine/breadcrumbs.tsx'
import { LoadError } from '#web/engine/problem-view.tsx'
import type { PanelProps, RecordScreenProps } from '#web/engine/slots.ts'
import { ToListButton } from '#web/engine/to-list.tsx'
import { MoreMenu } from '#web/engine/view/more-menu.tsx'
import { PageTabs, useOpenTab } from '#web/engine/view/page-tabs.tsx'
import { statusField } from '#web/fields/columns.ts'
import { EditOutlined as Edit } from '#web/icons/edit-outlined.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useUser } from '#web/session/use-user.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordSkeleton } from '#web/ui/skeletons.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { ApiKeys, ApiKeysTab } from './api-keys-tab.tsx'
import { Devices, DevicesTab } from './devices-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { RolesTab } from './roles-tab.tsx'
import { UserStatus } from './user-status.tsx'

export function UserPage({ entity, id }: RecordScreenProps) {
  const { t } = useTranslation()
  const user = useUser()
  const { data: person, error, refetch } = useOne('user', id)
  if (error && !person && user.id === id && ['NOT_FOUND', 'FORBIDDEN'].includes(error.code)) return <OwnPage id={id} name={user.name} />
  if (error && !person) {
    const title = error.code === 'NOT_FOUND' ? t('There is nothing here') : t('This could not be loaded')
    return <LoadError problem={error} title={title} retry={() => void refetch()} actions={<ToListButton entity={entity} />} />
  }
  return person ? <Page entity={entity} record={person} /> : <RecordSkeleton />
}

/** People do not look at records of people; where they are signed in and their own keys are theirs. */
function OwnPage({ id, name }: { id: string; name: string }) {
  const open = useOpenTab('devices')
  const search = useSearch({ strict: false }) as FlatSearch
  const tabs = [
    { id: 'devices', label: /* i18n */ 'Devices and sessions' },
    { id: 'keys', label: /* i18n */ 'API keys' },
  ]
  return (
    <>
      <PageHeader title={name} />
      <PageTabs tabs={tabs} open={search.tab === 'keys' ? 'keys' : 'devices'} onOpen={open}>
        {search.tab === 'keys' ? <ApiKeys userId={id} /> : <Devices person={{ id, title: name, may: [] }} />}
      </PageTabs>
    </>
  )
}

function Page({ entity, record: person }: PanelProps) {
  const open = useOpenTab('profile')
  const search = useSearch({ strict: false }) as FlatSearch
  const user = useUser()
  const isAdministrator = user.grants.some(({ role }) => role === 'ADMIN')
  const isOwn = user.id === person.id
  const tabs = [
    { id: 'profile', label: /* i18n */ 'Profile', part: ProfileTab },
    { id: 'roles', label: /* i18n */ 'Roles and scope', part: RolesTab },
    { id: 'devices', label: /* i18n */ 'Devices and sessions', part: DevicesTab },
    ...(isAdministrator ? [{ id: 'activity', label: /* i18n */ 'Activity', part: ActivityTab }] : []),
    ...(isAdministrator || isOwn ? [{ id: 'keys', label: /* i18n */ 'API keys', part: ApiKeysTab }] : []),
  ]
  const { id: tab, part: Part } = tabs.find(({ id }) => id === search.tab) ?? { id: 'profile', part: ProfileTab }
  return (
    <>
      <Header entity={entity} record={person} />
      <PageTabs tabs={tabs} open={tab} onOpen={open}>
        <Part entity={entity} record={person} />
      </PageTabs>
    </>
  )
}

function Header({ entity, record: person }: { entity: PanelProps['entity']; record: RecordAnswer }) {
  const { t } = useTranslation()
  const operator = useOperator()
  const here = { operator, entity: 'user', id: person.id }
  return (
    <PageHeader
      title={person.title}
      status={<UserStatus field={statusField(entity)} value={person.status} row={person as Row} refs={person.refs} />}
      note={String(person.email)}
      breadcrumbs={breadcrumbsOf(entity)}
      actions={
        <>
          <MoreMenu entity={entity} record={person} primary={undefined} />
          {person.may.includes('edit') ? (
            <LinkButton to="/private/farmbook/$operator/$entity/$id/edit" params={here} variant="outlined" color="inherit" startIcon={<Edit />}>
              {t('Edit')}
            </LinkButton>
          ) : null}
        </>
      }
    />
  )
}
