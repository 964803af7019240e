// A panel of the list of reports that has nothing yet: what will be in it.
import Typography from '@mui/material/Typography'
import { Panel } from '#web/ui/panel.tsx'

export const NoneYet = ({ title, says }: { title: string; says: string }) => (
  <Panel title={title}>
    <Typography color="textSecondary">{says}</Typography>
  </Panel>
)
