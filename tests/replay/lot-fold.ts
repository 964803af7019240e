// What the domain dictionary says of a lot (4.4, BR-11, BR-15), as a fold over its facts in order of occurrence. Written from
// the dictionary alone: nothing here is imported from the product.
import type { Fact, Fold, Folded } from './engine.ts'

export type Lot = {
  status: string
  claimStatus: string | null
  gmoStatus: string
  onHandKg: number
  availableKg: number
  storageBin: string | null
  /** By fact and account, in grams; what cancels out is left out. */
  ledger: Record<string, number>
  /** Losses with which more than 1 % of what had come into the lot was lost, sorted. */
  largeLosses: string[]
}
/** `before`: its status when it was restricted. */
type State = {
  status: string
  before: string | null
  /** What restricts it: the test alone, or a person too. */
  isByHand: boolean
  claim: string | null
  gmo: string
  grams: number
  bin: string | null
  proposal: number | null
  /** The certification body has agreed to what is proposed. */
  isAgreed: boolean
  /** The certification body holds it back, and has not agreed to a release. */
  isWaiting: boolean
  /** Goods have come into it. */
  isFilled: boolean
  /** Goods of before the programme that are proposed for it. */
  opening: Fact | null
  ledger: Record<string, number>
  /** What had come of the goods that were not split off, and what of it was lost; `there`: of the goods that lie in it. */
  bought: number
  lost: number
  there: { bought: number; lost: number }
  largeLosses: readonly string[]
}

const ranks = ['CONVENTIONAL', 'IC1', 'IC2', 'IC3', 'ORGANIC']
const lower = (a: string | null, b: string): string => (a === null || ranks.indexOf(b) < ranks.indexOf(a) ? b : a)
const live = ['OPEN', 'CLOSED', 'RELEASED', 'RECEIVED']
const gramsOf = (kg: unknown): number => Math.round(Number(kg) * 1000)

type Rule = { from: readonly string[]; needs?: (state: State, data: Fact['data'], fact: Fact) => string | null; leads: (state: State, fact: Fact) => State }
/** Movement of this lot by a fact, in grams. */
const move = (state: State, fact: Fact, account: string, grams: number): State => ({
  ...state,
  grams: state.grams + grams,
  ledger: { ...state.ledger, [`${fact.key} ${account}`]: grams },
})
/** A second hold changes nothing. */
const hold = (state: State): State => (state.status === 'QUARANTINED' ? state : { ...state, status: 'QUARANTINED', before: state.status })
/** BR-15: a negative result releases what the test alone restricted. */
const lift = (state: State): State =>
  state.status === 'QUARANTINED' && !state.isByHand && state.gmo === 'POSITIVE' ? { ...state, status: String(state.before), before: null } : state
/** BR-30: an adjustment changes at most 3 % of what is in the books; more with the certification body's agreement. */
function adjusts({ proposal, isAgreed, grams }: State): string | null {
  if (proposal === null) return 'nothing is proposed'
  if (Math.abs(proposal) > grams * 0.03 && !isAgreed) return 'it is too much'
  return grams + proposal < 0 ? 'there is not as much' : null
}
/** By these facts the certification body holds the lot back and has not agreed. */
const waits = (facts: readonly Fact[]): boolean =>
  facts.reduce((is, { type, data }) => (type === 'RELEASE_AGREED' ? false : is || (type === 'QUARANTINE' && data.ofBody === true)), false)
/** 4.4: a release or disposal is with the body's note, by what was known when it was recorded. */
const needsNote = ({ isWaiting }: State, { known, day }: Fact): string | null =>
  isWaiting && (!known || waits(known.filter((fact) => fact.day < day))) ? 'the body has not agreed' : null
/** 4.4: what is recorded while the body holds the lot back takes nothing out of it, whatever day it is of. */
const mayTake = ({ known }: Fact): string | null => (known && waits(known) && !known.some(({ type }) => type === 'DISPOSAL') ? 'the body holds it back' : null)
/** BR-11: certified goods do not come to conventional ones. */
const filling = (account: string): Rule => ({
  from: ['OPEN'],
  needs: ({ claim, opening }) => (opening ? 'opening stock is alone in its lot' : claim === 'CONVENTIONAL' ? 'it is conventional' : null),
  leads: (state, fact) => ({
    ...move(state, fact, account, gramsOf(fact.data.kg)),
    bought: state.bought + gramsOf(fact.data.kg),
    there: { ...state.there, bought: state.there.bought + gramsOf(fact.data.kg) },
    claim: lower(state.claim, String(fact.data.claim)),
    isFilled: true,
  }),
})
const takes = ({ grams }: State, data: Fact['data'], fact: Fact): string | null => (grams < gramsOf(data.kg) ? 'there is not as much' : mayTake(fact))

function openingFlaw({ data }: Fact, { known, day }: Fact): string | null {
  const proposed = known?.findLast((fact) => fact.type === 'OPENING_STOCK' && fact.day < day)
  return known && (proposed?.data.kg !== data.kg || proposed?.data.claim !== data.claim) ? 'something else was approved' : null
}

/** 4.4: more than 1 % in all is the manager's to record, and reviewed. */
const loses = (state: State, { key, data }: Fact): State => {
  const lost = state.lost + gramsOf(data.kg)
  const there = { ...state.there, lost: state.there.lost + gramsOf(data.kg) }
  // Shares of goods are no whole grams.
  return { ...state, lost, there, largeLosses: lost * 100 > state.bought * 1.0005 ? [...state.largeLosses, key] : state.largeLosses }
}
/** What leaves is of what lies there; what goes on in another lot of its holder takes with it what of it was lost. */
const leaves = (state: State, { data }: Fact, isSplit: boolean): State => {
  const share = gramsOf(data.kg) / state.grams
  const [bought, lost] = [state.there.bought * share, state.there.lost * share]
  const there = { bought: state.there.bought - bought, lost: state.there.lost - lost }
  return isSplit ? { ...state, there, bought: state.bought - bought, lost: state.lost - lost } : { ...state, there }
}

const rules: Readonly<Record<string, Rule>> = {
  PURCHASE: filling('PURCHASED'),
  HEAP_BUILT: filling('PRODUCED'),
  MERGE: filling('PRODUCED'),
  OPENING_STOCK: {
    from: ['OPEN'],
    needs: ({ opening, isFilled }) => (opening ? 'there is a proposal' : isFilled ? 'other goods are in it' : null),
    leads: (state, fact) => ({ ...state, opening: fact }),
  },
  // What was approved are the kilograms and the claim of the proposal as it was known.
  OPENING_APPROVED: {
    from: ['OPEN'],
    needs: ({ opening }, _data, fact) => (opening ? openingFlaw(opening, fact) : 'nothing is proposed'),
    leads: (state, fact) => {
      const [kg, claim] = [gramsOf(state.opening?.data.kg), String(state.opening?.data.claim)]
      return { ...move(state, fact, 'PRODUCED', kg), bought: kg, there: { bought: kg, lost: 0 }, claim, isFilled: true, status: 'CLOSED' }
    },
  },
  CLOSED: { from: ['OPEN'], needs: ({ grams }) => (grams > 0 ? null : 'it is empty'), leads: (state) => ({ ...state, status: 'CLOSED' }) },
  RELEASED: {
    from: ['CLOSED'],
    needs: ({ gmo }) => (gmo === 'POSITIVE' || gmo === 'PENDING' ? 'its test is not passed' : null),
    leads: (state) => ({ ...state, status: 'RELEASED' }),
  },
  // The body's is beside any other hold.
  QUARANTINE: {
    from: [...live, 'QUARANTINED'],
    needs: ({ status }, { ofBody }) => (status === 'QUARANTINED' && !ofBody ? 'it is held back already' : null),
    leads: (state, { data }) => ({ ...hold(state), isByHand: true, isWaiting: state.isWaiting || data.ofBody === true }),
  },
  RELEASE_AGREED: {
    from: ['QUARANTINED'],
    needs: ({ isWaiting }) => (isWaiting ? null : 'the body holds nothing back'),
    leads: (state) => ({ ...state, isWaiting: false }),
  },
  RELEASE: {
    from: ['QUARANTINED'],
    // BR-15: it keeps its claim when its test is passed; it may leave as conventional whatever the test says.
    needs: (state, { downgrade }, fact) =>
      (state.gmo === 'PENDING' || state.gmo === 'POSITIVE') && !downgrade ? 'its test is not passed' : needsNote(state, fact),
    // A lot that is not closed is filled further; every other one is released. What the body holds back, which became known since, stays so.
    leads: (state, { data }) => {
      const claim = data.downgrade ? 'CONVENTIONAL' : state.claim
      return state.isWaiting ? { ...state, claim } : { ...state, claim, before: null, isByHand: false, status: state.before === 'OPEN' ? 'OPEN' : 'RELEASED' }
    },
  },
  DISPOSAL: {
    from: ['QUARANTINED'],
    needs: (state, _data, fact) => needsNote(state, fact),
    leads: (state, fact) => ({ ...move(state, fact, 'LOSS', -state.grams), status: 'DISPOSED' }),
  },
  SAMPLE_TAKEN: { from: [...live, 'QUARANTINED'], leads: (state) => ({ ...state, gmo: 'PENDING' }) },
  LAB_RESULT: {
    from: [...live, 'QUARANTINED'],
    leads: (state, { data }) => ({ ...(data.result === 'POSITIVE' ? hold(state) : lift(state)), gmo: String(data.result) }),
  },
  LOSS: { from: live, needs: takes, leads: (state, fact) => loses(move(state, fact, 'LOSS', -gramsOf(fact.data.kg)), fact) },
  SPLIT: {
    from: ['CLOSED', 'RELEASED', 'RECEIVED'],
    needs: takes,
    leads: (state, fact) => move(leaves(state, fact, true), fact, 'CONSUMED', -gramsOf(fact.data.kg)),
  },
  DISPATCH: { from: ['RELEASED', 'RECEIVED'], needs: takes, leads: (state, fact) => move(leaves(state, fact, false), fact, 'SHIPPED', -gramsOf(fact.data.kg)) },
  ADJUST: { from: live, leads: (state, { data }) => ({ ...state, proposal: gramsOf(data.deltaKg) }) },
  ADJUST_AGREED: {
    from: live,
    needs: ({ proposal, isAgreed }) => (proposal === null ? 'nothing is proposed' : isAgreed ? 'it is agreed to already' : null),
    leads: (state) => ({ ...state, isAgreed: true }),
  },
  ADJUST_APPROVED: {
    from: live,
    needs: adjusts,
    leads: (state, fact) => ({ ...move(state, fact, 'ADJUST', state.proposal ?? 0), proposal: null, isAgreed: false }),
  },
  // A mistake is voided; what goods went through stays in the trace.
  VOIDED: {
    from: ['OPEN'],
    needs: ({ isFilled }) => (isFilled ? 'goods came into it' : null),
    leads: (state) => ({ ...state, status: 'VOIDED' }),
  },
  QR_REVOKED: { from: [...live, 'QUARANTINED'], leads: (state) => state },
  // 4.4: all goods of the lot are packed, to the gram.
  REPACK: {
    from: ['CLOSED', 'RELEASED', 'RECEIVED'],
    needs: ({ grams }, { packedKg }) => (grams > 0 && grams === gramsOf(packedKg) ? null : 'it weighs something else'),
    leads: (state) => state,
  },
  MOVE: { from: live, leads: (state, { data }) => ({ ...state, bin: String(data.bin) }) },
}

/** Nothing is left of a lot that is filled no more: it is used up, also under quarantine. A result may still come, and its place be corrected. */
const shownStatus = ({ status, before, grams }: State): string =>
  grams === 0 && ['CLOSED', 'RELEASED', 'RECEIVED'].includes(status === 'QUARANTINED' ? String(before) : status) ? 'DEPLETED' : status

/** BR-15: a positive result that is recorded late undoes nothing that was recorded before anybody knew of it; the lot stays restricted. */
const isRestrictedUnknown = ({ status, isByHand }: State, { known }: Fact): boolean =>
  status === 'QUARANTINED' && !isByHand && known !== undefined && !known.some(({ type, data }) => type === 'LAB_RESULT' && data.result === 'POSITIVE')

export const foldLot: Fold<Lot> = (facts): Folded<Lot> => {
  let state: State = {
    status: 'OPEN',
    before: null,
    isByHand: false,
    claim: null,
    gmo: 'UNTESTED',
    grams: 0,
    bin: null,
    proposal: null,
    isAgreed: false,
    isWaiting: false,
    isFilled: false,
    opening: null,
    ledger: {},
    bought: 0,
    lost: 0,
    there: { bought: 0, lost: 0 },
    largeLosses: [],
  }
  for (const fact of facts) {
    const rule = rules[fact.type]
    if (!rule) throw new Error(`The fold knows no ${fact.type}`)
    const isRefused = !rule.from.includes(state.status) || (fact.type === 'QUARANTINE' && !fact.data.ofBody)
    const isFree = isRefused && isRestrictedUnknown(state, fact)
    const then = isFree ? { ...state, status: String(state.before), before: null } : state
    if (!rule.from.includes(then.status)) return { impossible: fact, because: `the lot is ${state.status}` }
    const flaw = rule.needs?.(then, fact.data, fact)
    if (flaw) return { impossible: fact, because: flaw }
    const led = rule.leads(then, fact)
    state = isFree && led.status !== 'QUARANTINED' ? { ...led, status: 'QUARANTINED', before: led.status } : led
  }
  const { claim, gmo, grams, bin, ledger, largeLosses } = state
  const status = shownStatus(state)
  return {
    state: {
      status,
      claimStatus: claim,
      gmoStatus: gmo,
      onHandKg: grams / 1000,
      availableKg: live.includes(status) ? grams / 1000 : 0,
      storageBin: bin,
      ledger: Object.fromEntries(Object.entries(ledger).filter(([, moved]) => moved !== 0)),
      largeLosses: [...largeLosses].sort(),
    },
  }
}

/** BR-11: a claim on which goods have left may fall, and never rises by what is taken back later, while they are gone. */
export const loweredLot = (before: Lot, now: Lot): Lot => {
  const hasGivenAway = Object.keys(now.ledger).some((entry) => / (CONSUMED|SHIPPED)$/.test(entry))
  return hasGivenAway && before.claimStatus && now.claimStatus ? { ...now, claimStatus: lower(before.claimStatus, now.claimStatus) } : now
}
