// The committee's members one below the other: some at first, more as somebody scrolls, so that hundreds keep the page quick. Keys walk, open,
// accept and choose; the row the keyboard stands on is marked and in sight.
import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { seasonResults } from '#domain/kernel/terms.ts'
import type { CommitteeMeeting, CommitteeMember } from '#domain/people/committee-answer.ts'
import { useTranslation } from '#web/locales/translation.ts'
import { useHotkeys } from '#web/ui/hotkeys.ts'
import { useSeen } from '#web/ui/use-seen.ts'
import { type Choice, type Choices, choiceOf, isOpen, isPossible, results } from './committee-choices.ts'
import { CommitteeRow } from './committee-row.tsx'

const atFirst = 40
const more = 60

type ListProps = {
  meeting: CommitteeMeeting
  members: readonly CommitteeMember[]
  choices: Choices
  put: (farmerId: string, choice: Choice | null) => void
  correct: (refs: readonly string[]) => string
}

export function CommitteeList({ meeting, members, choices, put, correct }: ListProps) {
  const { t } = useTranslation()
  const [cursor, setCursor] = useState(-1)
  const [opened, setOpened] = useState<string | null>(null)
  const [shown, setShown] = useState(atFirst)
  const list = useRef<HTMLUListElement>(null)
  const member = members[cursor]
  useEffect(() => {
    if (cursor >= 0) list.current?.querySelector('[data-cursor]')?.scrollIntoView?.({ block: 'nearest' })
  }, [cursor])
  const move = (to: number) => {
    const at = Math.max(0, Math.min(members.length - 1, to))
    setCursor(at)
    if (at >= shown) setShown(at + more)
  }
  const choose = (one: CommitteeMember, result: Choice['result']) => {
    if (!isOpen(meeting, one) || !isPossible(result, one)) return
    put(one.farmerId, choiceOf(one, result, correct))
    // What it still lacks is written in the row.
    if (result !== one.proposal.result || result === 'CONDITIONAL') setOpened(one.farmerId)
  }
  // Rows that stand still keep the handlers of an earlier drawing: what these do is looked up when they are called.
  const latest = useRef({ choose, put })
  latest.current = { choose, put }
  const group = t('In the committee')
  const onMember = (keys: string, label: string, run: (one: CommitteeMember) => void) => ({ keys, label, group, run: () => member && run(member) })
  useHotkeys([
    { keys: 'j', label: t('Next member'), group, run: () => move(cursor + 1) },
    { keys: 'k', label: t('Previous member'), group, run: () => move(cursor - 1) },
    onMember('Enter', t('Open or close'), ({ farmerId }) => setOpened((now) => (now === farmerId ? null : farmerId))),
    onMember('a', t('Accept the proposal, next'), (one) => {
      choose(one, one.proposal.result)
      if (one.proposal.result !== 'CONDITIONAL') move(cursor + 1)
    }),
    ...results.map((result, at) => onMember(String(at + 1), t(seasonResults[result][0]), (one) => choose(one, result))),
    onMember('x', t('Take the choice back'), ({ farmerId }) => put(farmerId, null)),
  ])
  const some = members.slice(0, shown)
  return (
    <>
      <Box component="ul" ref={list} aria-label={t('Members')} sx={{ listStyle: 'none', m: 0, p: 0, pb: { xs: 12, md: 0 } }}>
        {some.map((one, at) => (
          <CommitteeRow
            key={one.farmerId}
            member={one}
            choice={choices[one.farmerId] ?? null}
            isOpen={isOpen(meeting, one)}
            isStopped={meeting.stopped !== null}
            isCursor={at === cursor}
            isOpened={opened === one.farmerId}
            onToggle={() => {
              setCursor(at)
              setOpened((now) => (now === one.farmerId ? null : one.farmerId))
            }}
            onChoose={(result) => latest.current.choose(one, result)}
            onChange={(choice) => latest.current.put(one.farmerId, choice)}
          />
        ))}
      </Box>
      {some.length < members.length ? <More key={shown} onSeen={() => setShown(shown + more)} /> : null}
    </>
  )
}

/** Where the drawn rows end: seen, there are more of them. */
function More({ onSeen }: { onSeen: () => void }) {
  const [place, isSeen] = useSeen<HTMLDivElement>('600px')
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    if (isSeen) seen.current()
  }, [isSeen])
  return <Box ref={place} sx={{ height: 48 }} />
}
