// Who somebody is and how to reach them; while they are invited, how their invitation stands and how to hand it over.
import Box from '@mui/material/Box'
import type { Field } from '#domain/kernel/field.ts'
import type { PanelProps } from '#web/engine/slots.ts'
import { RecordFacts } from '#web/engine/view/record-sections.tsx'
import { ShowValue } from '#web/fields/show.tsx'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PropertyList } from '#web/ui/property-list.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { GrantedRoles } from './roles-tab.tsx'

const shown = ['email', 'phone', 'locale', 'farmerId', 'conflictOfInterest', 'companyConflicts', 'mfa', 'lastLoginAt', 'invitedBy', 'invitedAt']

export function ProfileTab({ entity, record: person }: PanelProps) {
  const { t } = useTranslation()
  const fields = entity.fields as Record<string, Field>
  const properties = shown.flatMap((name) => {
    const field = fields[name]
    const isEmpty = person[name] === null || person[name] === undefined || (Array.isArray(person[name]) && person[name].length === 0)
    // Of the farmer somebody is, and of an inviter, there is nothing to say where there is none.
    return !field || (isEmpty && ['farmerId', 'conflictOfInterest', 'companyConflicts', 'invitedBy', 'invitedAt'].includes(name))
      ? []
      : [{ key: name, label: t(field.label), value: <ShowValue field={field} value={person[name]} refs={person.refs} /> }]
  })
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.9fr) minmax(300px, 1fr)' }, gap: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        {person.status === 'INVITED' && person.may.includes('INVITATION_SENT') ? <InvitationPanel person={person} /> : null}
        <Panel title={t('Person')}>
          <PropertyList properties={properties} />
        </Panel>
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
        <GrantedRoles person={person} />
        <RecordFacts record={person} />
      </Box>
    </Box>
  )
}
