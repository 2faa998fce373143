;;; emacs_recorded_init.el --- The Emacs whose screen is recorded  -*- lexical-binding: t; -*-
(setq native-comp-deferred-compilation nil native-comp-jit-compilation nil
      native-comp-async-report-warnings-errors nil)
(require 'package)
(package-initialize)
(require 'waymark)
(menu-bar-mode -1)
(setq inhibit-startup-screen t make-backup-files nil auto-save-default nil eglot-events-buffer-size 0
      initial-scratch-message nil suggest-key-bindings nil extended-command-suggest-shorter nil)
(add-to-list 'eglot-server-programs
             `(python-mode . (waymark-server ,(getenv "WAYMARK") "lsp"
                                             "--store" ,(getenv "WAYMARK_TEST_STORE"))))
(add-hook 'python-mode-hook #'eglot-ensure)
(add-hook 'eglot-managed-mode-hook #'waymark-lens-mode)
