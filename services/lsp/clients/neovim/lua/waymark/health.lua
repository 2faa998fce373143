-- :checkhealth waymark
local M = {}

-- By the names of Neovim 0.10 and later, or those before.
local function report(kind, ...)
  if vim.health and vim.health[kind] then
    return vim.health[kind](...)
  end
  return vim.fn['health#report_' .. kind](...)
end

local function check_program(cmd)
  local program = cmd[1]
  if vim.fn.executable(program) == 0 then
    return report('error', string.format('there is no program %q', program), {
      'Install Waymark, so that `waymark --version` works in a terminal.',
      "Or name the program: require('waymark').setup({ cmd = { '/path/to/waymark', 'lsp' } })",
    })
  end
  local version = vim.split(vim.fn.system({ program, '--version' }), '\n')[1]
  if vim.v.shell_error ~= 0 then
    return report('error', string.format('%q does not tell its version: %s', program, version))
  end
  report('ok', string.format('%s: %s', vim.fn.exepath(program), version))
end

function M.check()
  local state = require('waymark').state()
  report('start', 'waymark')
  if vim.fn.has('nvim-0.7') == 0 then
    report('error', 'Neovim is older than 0.7')
  end
  check_program(state.cmd)
  if state.is_set_up then
    report('ok', 'setup() was called; lenses are ' .. (state.lenses and 'on' or 'off'))
  else
    report('warn', 'setup() was not called, so no server starts', { "Add: require('waymark').setup({})" })
  end
  if #state.roots == 0 then
    report('info', 'no server runs; it starts with the first file of a git checkout')
  end
  for _, root in ipairs(state.roots) do
    report('ok', 'a server runs for ' .. root)
  end
end

return M
