// The contract of a behaviour, by the name under which behaviours look for it. It is told in scope.ts,
// because scope and behaviour speak of each other.
export type { Behaviour, Behaviours, Draft, EventBehaviour, EventDraft } from '../scope.ts'
