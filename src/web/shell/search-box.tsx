// The search in the top bar. Until somebody goes to it, it is a plain box: the search itself weighs as much as a screen.
import Box from '@mui/material/Box'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { SearchInput } from './search-input.tsx'

const GlobalSearch = lazy(async () => ({ default: (await import('./global-search.tsx')).GlobalSearch }))

type SearchBoxProps = { inputRef?: RefObject<HTMLInputElement | null>; autoFocus?: boolean; onDone?: () => void }

export function SearchBox({ inputRef, autoFocus = false, onDone }: SearchBoxProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  const [isWanted, setWanted] = useState(autoFocus)
  const [typed, setTyped] = useState('')
  const plain = (
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <SearchInput
        inputRef={input}
        autoFocus={isWanted}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => setWanted(true)}
        inputProps={{ role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list' }}
      />
    </Box>
  )
  if (!isWanted) return plain
  return (
    <Suspense fallback={plain}>
      <GlobalSearch inputRef={input} typedBefore={typed} onDone={onDone} />
    </Suspense>
  )
}
