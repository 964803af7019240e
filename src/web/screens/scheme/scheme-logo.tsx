// The logo of a scheme: small in its list, larger on its page. Nothing where none was given; the name stands beside it in any case.
import Box from '@mui/material/Box'
import type { RecordAnswer } from '#web/api/answers.ts'
import { usePreview } from '#web/api/files.ts'
import { useOperator } from '#web/api/operator.ts'
import type { RowProps } from '#web/engine/slots.ts'
import { Nothing } from '#web/fields/show.tsx'

const logoOf = ({ logo }: RecordAnswer): string | null => (Array.isArray(logo) && typeof logo[0] === 'string' ? logo[0] : null)

function Logo({ id, height, width }: { id: string; height: number; width: number }) {
  const address = usePreview(useOperator(), id)
  // Its room is there before it is.
  return (
    <Box sx={{ height, display: 'flex', alignItems: 'center' }}>
      {address ? <Box component="img" src={address} alt="" sx={{ display: 'block', maxHeight: height, maxWidth: width }} /> : null}
    </Box>
  )
}

export function LogoCell({ row }: RowProps) {
  const id = logoOf(row)
  return id ? <Logo id={id} height={24} width={48} /> : <Nothing />
}

export function SchemeLogo({ scheme }: { scheme: RecordAnswer }) {
  const id = logoOf(scheme)
  return id ? (
    <Box sx={{ mb: 1.5 }}>
      <Logo id={id} height={64} width={200} />
    </Box>
  ) : null
}
