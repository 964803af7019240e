// MUI's buttons and links as typed links of the router: real anchors, so that a middle click opens a tab.
import Button from '@mui/material/Button'
import CardActionArea from '@mui/material/CardActionArea'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import ListItemButton from '@mui/material/ListItemButton'
import { createLink } from '@tanstack/react-router'

export const LinkButton = createLink(Button)
export const LinkIconButton = createLink(IconButton)
export const LinkListItem = createLink(ListItemButton)
export const LinkCard = createLink(CardActionArea)
export const TextLink = createLink(Link)
