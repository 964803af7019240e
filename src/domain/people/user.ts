// A person who may sign in (domain dictionary 6.4): the identity provider says who it is, this record
// says what they may do. Roles add up; each reaches only the operators, processors or villages it names.
import { entity } from '../kernel/entity.ts'
import { choice, derived, email, flag, longText, optional, personName, phone, reference, references, rows, text, time, words } from '../kernel/kinds.ts'
import { roles } from '../kernel/terms.ts'

export const user = entity('user', {
  label: 'User',
  plural: 'Users',
  group: 'Administration',
  about: 'People who may sign in, their roles and how far each role reaches.',
  owner: 'tenant',
  codePrefix: 'USR',
  fields: {
    name: personName('Name', { search: true, sort: true }),
    email: email('Email', { search: true, sort: true }),
    phone: optional(phone('Phone', { personal: false })),
    locale: choice('Language', { en: 'English', hi: 'Hindi' }, { initial: 'en' }),
    roles: rows(
      'Roles',
      {
        role: choice('Role', roles),
        operatorIds: optional(references('Operators', 'collective')),
        processorIds: optional(references('Processors', 'processor')),
        certificationBodyIds: optional(references('Certification bodies', 'certificationbody')),
        villages: optional(words('Villages')),
      },
      { min: 1, max: 20 },
    ),
    farmerId: optional(reference('Farmer', 'farmer', { help: 'When this person is a member using the phone.' })),
    conflictOfInterest: rows(
      'Related to',
      { farmerId: reference('Farmer', 'farmer'), relation: text('How', { max: 80 }) },
      { min: 0, max: 50, help: 'Farmers whom this person may not inspect.' },
    ),
    mfa: flag('Second factor required', { initial: false }),
    operatorIds: derived(references('Operators', 'collective')),
    processorIds: derived(references('Processors', 'processor')),
    identitySubject: derived(text('Identity', { max: 200 })),
    lastLoginAt: derived(time('Last signed in', { sort: true })),
  },
  unique: [['email'], ['identitySubject']],
  title: (row) => row.name,
  subtitle: ['email'],
  list: ['email', 'operatorIds', 'lastLoginAt', 'status'],
  form: { Person: ['name', 'email', 'phone', 'locale', 'farmerId'], Access: ['roles', 'conflictOfInterest', 'mfa'] },
  states: {
    INVITED: { label: 'Invited', tone: 'pending' },
    ACTIVE: { label: 'Active', tone: 'success' },
    SUSPENDED: { label: 'Suspended', tone: 'error' },
    DEACTIVATED: { label: 'Deactivated', tone: 'neutral' },
  },
  final: ['DEACTIVATED'],
  events: {
    SIGNED_IN_FIRST: { label: 'First sign-in', fields: {}, from: ['INVITED'], to: 'ACTIVE', system: true, icon: 'login' },
    SUSPENDED: {
      label: 'Suspend',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['INVITED', 'ACTIVE'],
      to: 'SUSPENDED',
      right: 'approve',
      roles: ['AD'],
      icon: 'block',
    },
    REINSTATED: {
      label: 'Reinstate',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['SUSPENDED'],
      to: 'ACTIVE',
      right: 'approve',
      roles: ['AD'],
      icon: 'undo',
    },
    DEACTIVATED: {
      label: 'Deactivate',
      fields: { reason: longText('Reason', { max: 500 }) },
      from: ['INVITED', 'ACTIVE', 'SUSPENDED'],
      to: 'DEACTIVATED',
      right: 'approve',
      roles: ['AD'],
      icon: 'person_off',
    },
  },
  checks: [
    {
      path: 'roles',
      code: 'rule',
      message: 'A manager, officer, inspector or viewer needs at least one operator.',
      fails: (row) => row.roles.some((grant) => ['OM', 'FO', 'II', 'PO', 'RV'].includes(grant.role) && !grant.operatorIds?.length),
    },
    {
      path: 'roles',
      code: 'rule',
      message: 'A processor’s user needs at least one processor.',
      fails: (row) => row.roles.some((grant) => grant.role === 'PU' && !grant.processorIds?.length),
    },
  ],
})
