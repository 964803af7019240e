// A meeting of the internal control (domain dictionary 5.4): evidence, so its minutes are there, and whoever is named was of those present.
import { entityOf } from '#domain/entities.ts'
import { fieldProblem } from '#domain/kernel/problems.ts'
import { phrase } from '#domain/messages/message.ts'
import type { EventBehaviour } from '../../scope.ts'
import { membersOf } from './members-of.ts'

const collective = entityOf('collective')

export const icsMeeting: EventBehaviour<typeof collective, 'ICS_MEETING'> = {
  async check(scope, { subject, event }) {
    const { attendees, attendeeIds, farmerIds, minutes, files } = event.data
    if (!minutes?.trim() && !files?.length) throw fieldProblem('data.minutes', 'required', 'Write the minutes of the meeting, or attach them.')
    const people = attendeeIds ?? []
    const twice = people.findIndex((id, index) => people.indexOf(id) !== index)
    if (twice >= 0) throw fieldProblem(`data.attendeeIds.${twice}`, 'taken', 'Named twice.')
    const members = await membersOf(scope, subject, farmerIds ?? [], (index) => `data.farmerIds.${index}`)
    const named = people.length + members.size
    if (named > attendees) throw fieldProblem('data.attendees', 'min', phrase`${named} people are named: no fewer were present.`)
  },
}
