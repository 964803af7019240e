// What an administrator says of the organisation that runs the programme (domain dictionary 6.6): who it is in law, whom to turn to, how long facts of
// persons are retained, what its public pages show, its GS1 company prefix, and which outside registers know it by which number. Passwords of those are no settings.
import type { z } from 'zod'
import type { Field } from '../kernel/field.ts'
import { schemaOf } from '../kernel/field-schemas.ts'
import { choice, choices, email, flag, integer, longText, optional, personName, phone, rows, text } from '../kernel/kinds.ts'
import type { FieldProblem } from '../kernel/problems.ts'
import { schemeKeys } from '../kernel/scheme-keys.ts'
import { languageNames } from '../messages/language-names.ts'
import type { Language } from '../messages/languages.ts'

type Contact = { name: string; role?: string | null | undefined; phone?: string | null | undefined; email?: string | null | undefined }
type Registration = { kind: string; number: string }

export type OrganisationSettings = {
  legalName: string | null
  postalAddress: string | null
  contacts: Contact[]
  registrations: Registration[]
  defaultLocale: Language
  /** Years for which what names a member is retained after they left (assumption: 7). */
  retentionYears: number
  dataProtectionName: string | null
  dataProtectionEmail: string | null
  dataProtectionPhone: string | null
  grievanceName: string | null
  grievanceEmail: string | null
  grievancePhone: string | null
  gs1Prefix: string | null
  tracenetOn: boolean
  tracenetId: string | null
  gtbOn: boolean
  gtbId: string | null
  agstackOn: boolean
  agstackId: string | null
  /** Registrations that the form of a new group begins with. */
  defaultSchemes: (keyof typeof schemeKeys)[]
  /** Public pages name the season and the year of harvest. */
  showSeason: boolean
  /** Public pages name districts and show the square of 10 km; otherwise the state. */
  showDistrict: boolean
  /** Words of the programme on each public page, in its own language. */
  publicText: string | null
}

/** Of one person to turn to. */
const contactFields = { name: personName('Name'), role: optional(text('Role', { max: 60 })), phone: optional(phone('Phone')), email: optional(email('Email')) }
const registrationFields = { kind: text('Register', { max: 60 }), number: text('Number', { max: 60 }) }
const identifier = (label: string) => optional(text(label, { max: 60, pattern: /^[\w./-]+$/, hint: 'Letters, digits and . / _ - only.' }))

export const organisationFields = {
  legalName: optional(text('Legal name', { max: 160 })),
  postalAddress: optional(longText('Postal address', { max: 300 })),
  contacts: rows('Contacts', contactFields, { max: 10 }),
  registrations: rows('Registrations', registrationFields, { max: 10, help: 'Numbers in public registers: company, tax, export.' }),
  defaultLocale: choice('Language of the programme', languageNames, { help: 'Of public pages, for readers whose browser asks for no language of ours.' }),
  retentionYears: integer('Years facts of a member are kept', {
    min: 1,
    max: 30,
    unit: 'years',
    help: 'After the member left; then what names the person is erased.',
  }),
  dataProtectionName: optional(personName('Data protection officer')),
  dataProtectionEmail: optional(email('Email for data protection')),
  dataProtectionPhone: optional(phone('Phone for data protection')),
  grievanceName: optional(personName('Contact for complaints')),
  grievanceEmail: optional(email('Email for complaints')),
  grievancePhone: optional(phone('Phone for complaints')),
  gs1Prefix: optional(
    text('GS1 company prefix', {
      max: 12,
      pattern: /^\d{6,12}$/,
      hint: '6 to 12 digits.',
      help: 'GTIN, GLN and SSCC that begin with it are then named by GS1 in EPCIS documents.',
    }),
  ),
  tracenetOn: flag('Connected to TRACENET', { initial: false }),
  tracenetId: identifier('Number in TRACENET'),
  gtbOn: flag('Connected to the Global Trace-Base', { initial: false }),
  gtbId: identifier('Number in the Global Trace-Base'),
  agstackOn: flag('Connected to AgStack', { initial: false }),
  agstackId: identifier('Number at AgStack'),
  defaultSchemes: choices('Schemes of new groups', schemeKeys, { min: 0, help: 'The form of a new group begins with these registrations.' }),
  showSeason: flag('Name the season', {
    initial: true,
    help: 'Season and year of harvest, at the head of the page behind a scanned code. Its journey has months in any case.',
  }),
  showDistrict: flag('Name the district', { initial: true, help: 'Districts and the square of 10 km on the map. Without them the page names the state.' }),
  publicText: optional(longText('Our story', { max: 600, help: 'Shown on each public page as it is entered here. No names of members, please.' })),
} as const satisfies Record<keyof OrganisationSettings, Field>
const names = Object.keys(organisationFields) as (keyof OrganisationSettings)[]

/** The sections of form and page. */
export const organisationSections = {
  profile: ['legalName', 'postalAddress', 'contacts', 'registrations', 'defaultLocale', 'gs1Prefix', 'defaultSchemes'],
  publicPages: ['showSeason', 'showDistrict', 'publicText'],
  dataProtection: ['retentionYears', 'dataProtectionName', 'dataProtectionEmail', 'dataProtectionPhone', 'grievanceName', 'grievanceEmail', 'grievancePhone'],
  integrations: ['tracenetOn', 'tracenetId', 'gtbOn', 'gtbId', 'agstackOn', 'agstackId'],
} as const satisfies Readonly<Record<string, readonly (keyof OrganisationSettings)[]>>

/** What holds until somebody has said otherwise. */
const unset: OrganisationSettings = {
  legalName: null,
  postalAddress: null,
  contacts: [],
  registrations: [],
  defaultLocale: 'en',
  retentionYears: 7,
  dataProtectionName: null,
  dataProtectionEmail: null,
  dataProtectionPhone: null,
  grievanceName: null,
  grievanceEmail: null,
  grievancePhone: null,
  gs1Prefix: null,
  tracenetOn: false,
  tracenetId: null,
  gtbOn: false,
  gtbId: null,
  agstackOn: false,
  agstackId: null,
  defaultSchemes: [],
  showSeason: true,
  showDistrict: true,
  publicText: null,
}

const schemas = Object.fromEntries(
  names.map((name) => {
    const field: Field = organisationFields[name]
    const schema = schemaOf(field)
    return [name, field.required ? schema : schema.nullable()]
  }),
) as { [K in keyof OrganisationSettings]: z.ZodType<OrganisationSettings[K]> }
/** What a change of settings takes of them. */
export const organisationPatch: Readonly<Record<keyof OrganisationSettings, z.ZodType>> & typeof schemas = schemas

/** As they take effect: what was never set, or cannot be read, is what holds for everybody. */
export function organisationOf(config: Readonly<Record<string, unknown>>): OrganisationSettings {
  const known = names.flatMap((name) => {
    const read = config[name] === undefined ? undefined : schemas[name].safeParse(config[name])
    return read?.success ? [[name, read.data]] : []
  })
  return { ...unset, ...Object.fromEntries(known) }
}

/** A connection without the number by which the other side knows the programme connects to nothing. */
export const unnamedConnections = (settings: OrganisationSettings): FieldProblem[] =>
  (['tracenet', 'gtb', 'agstack'] as const).flatMap((system): FieldProblem[] =>
    settings[`${system}On`] && !settings[`${system}Id`]
      ? [{ path: `${system}Id`, code: 'required', message: 'A connection needs the number by which the other side knows the programme.' }]
      : [],
  )

/** One person to turn to, by whatever ways there are. */
export type PublicContact = { name: string | null; email: string | null; phone: string | null }
/** Whom anybody may turn to; null where nobody is named. */
export function publicContactsOf(config: Readonly<Record<string, unknown>>): { grievance: PublicContact | null; dataProtection: PublicContact | null } {
  const of = organisationOf(config)
  const contact = (name: string | null, address: string | null, telephone: string | null): PublicContact | null =>
    name || address || telephone ? { name, email: address, phone: telephone } : null
  return {
    grievance: contact(of.grievanceName, of.grievanceEmail, of.grievancePhone),
    dataProtection: contact(of.dataProtectionName, of.dataProtectionEmail, of.dataProtectionPhone),
  }
}

/** What of a public page the programme leaves to be seen. */
export type PublicPageSettings = Pick<OrganisationSettings, (typeof organisationSections)['publicPages'][number]>
