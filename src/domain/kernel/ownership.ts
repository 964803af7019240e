// Whose a record is: for each kind of party the field that names it. What names no party belongs to the whole programme.
// The access table says which party's records a role works with; access-scope.ts joins the two.
import type { Role } from './terms.ts'

export type Ownership<Name extends string = string> = {
  /** 'operatorId': the common column, of what one operator has. 'id': the record is the operator. Of a list, any operator in it. */
  operator?: 'id' | 'operatorId' | Name
  /**
   * Which of these records stand in lists, exports and reports at the address of one operator, where a field of their own names it: THEIRS = that operator's alone (a
   * certificate of a sale is its seller's); THEIRS_AND_OPEN = and those that name none (packages of the programme, places of companies); EVERY = the whole
   * directory of the programme (people, companies). A record is opened by whoever may, at any address.
   */
  atOperator?: 'THEIRS' | 'THEIRS_AND_OPEN' | 'EVERY'
  /** A record whose list of operators is empty is every operator's. */
  isOpenWithoutOperator?: true
  processor?: 'id' | Name
  /** The certification body that issues it: an auditor sees it as that body's, and not because it concerns a client. */
  certificationBody?: 'id' | Name
  /**
   * Some of them are a company's alone: those that name one in `processor` have no operator. `body`: the certification body whose auditors work with these, and no others.
   */
  ofCompany?: { body: Name }
  farmer?: 'id' | Name
  /** Where a farmer's field officer is assigned by village. */
  village?: Name
  /** The user whose own it is ('s'); where none is named, the farmer it is about. */
  person?: 'id' | 'createdBy' | Name
  /** Who buys by this document, and the states in which it is theirs to read. */
  buyer?: { field: Name; states: readonly string[] }
  /** Roles that work with some kinds of these records only (an inspector with inspections): the field and its values. */
  kinds?: { field: Name; of: Partial<Record<Role, readonly string[]>> }
}

/** Names of the fields that decide whose a record is. */
export function ownershipFields({ buyer, kinds, ofCompany, isOpenWithoutOperator: _, atOperator: _address, ...parties }: Ownership): string[] {
  return [...Object.values(parties), ...(ofCompany ? [ofCompany.body] : []), ...(buyer ? [buyer.field, 'status'] : []), ...(kinds ? [kinds.field] : [])]
}
