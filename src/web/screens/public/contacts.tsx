// Whom anybody may turn to, on the public page of the programme: complaints, and what is stored about oneself. Nothing where nobody is named.
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import type { PublicContact } from '#domain/tenancy/organisation.ts'
import { call } from '#web/api/client.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { Panel } from '#web/ui/panel.tsx'

type Contacts = { grievance: PublicContact | null; dataProtection: PublicContact | null }

export function PublicContacts() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: ['public', 'contacts'], queryFn: ({ signal }) => call<Contacts>('/api/public/contacts', { signal }) })
  if (!data?.grievance && !data?.dataProtection) return null
  return (
    <Panel title={t('Whom to turn to')}>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Contact what={t('Complaints')} contact={data.grievance} />
        <Contact what={t('Data protection')} contact={data.dataProtection} />
      </Box>
    </Panel>
  )
}

function Contact({ what, contact }: { what: string; contact: PublicContact | null }) {
  if (!contact) return null
  const { name, email, phone } = contact
  return (
    <div>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 13 }}>
        {what}
      </Box>
      <Box component="dd" sx={{ m: 0, display: 'grid', overflowWrap: 'anywhere' }}>
        {name ? <span>{name}</span> : null}
        {email ? <Link href={`mailto:${email}`}>{email}</Link> : null}
        {phone ? <Link href={`tel:${phone}`}>{phone}</Link> : null}
      </Box>
    </div>
  )
}
