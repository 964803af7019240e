// Headings of the sections of an organisation, on its page and in its form.
import type { organisationSections } from '#domain/tenancy/organisation.ts'

export const sectionTitles = {
  profile: /* i18n */ 'Profile',
  publicPages: /* i18n */ 'Public pages',
  dataProtection: /* i18n */ 'Data protection',
  integrations: /* i18n */ 'Integrations',
} as const satisfies Readonly<Record<keyof typeof organisationSections, string>>
