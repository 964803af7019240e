// The address of an entity's list: the specification gives two of them a name other than the entity's.
const namedOtherwise: Readonly<Record<string, string>> = { notification: 'notifications/list', mobilenotification: 'mobile-notifications' }

/** Relative to the private area of one operator. */
export const listPath = (entity: string): string => `/${namedOtherwise[entity] ?? `${entity}/list`}`
export const listAddress = (operator: string, entity: string): string => `/private/farmbook/${encodeURIComponent(operator)}${listPath(entity)}`

/** Where a new record that refers to another by `name` is created; a certificate of an operator has an address of its own. */
export const createLink = (operator: string, entity: string, { name, id }: { name: string; id: string }): { to: string; search: Record<string, string> } => {
  const area = `/private/farmbook/${encodeURIComponent(operator)}`
  return entity === 'transactioncertificate' && name === 'collectiveId'
    ? { to: `${area}/collective/${id}/transactioncertificate/create`, search: {} }
    : { to: `${area}/${entity}/create`, search: { [name]: id } }
}
